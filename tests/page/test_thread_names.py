"""lxml's trees across threads: each has its own table of names, so another thread may change and free it."""

import ctypes
import os
import queue
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

from lxml import etree
from parsel import Selector

from scrapy_denoise.page.compiled import forget_names

NAME = "_ParserDictionaryContext"
PAGES, ROWS = 200, 300


def kept_by_lxml():
    """What lxml keeps of this thread; a new object for each table of names."""
    state = ctypes.pythonapi.PyThreadState_GetDict
    state.restype = ctypes.c_void_p
    return ctypes.cast(state(), ctypes.py_object).value.get(NAME)


def test_a_thread_begins_a_table_of_names_anew():
    def run():
        forget_names()  # where there is none yet
        kept = []
        for _ in range(2):
            Selector(body=b"<p>text</p>", type="html")
            kept.append(kept_by_lxml())
            forget_names()
            kept.append(kept_by_lxml())
        return kept

    with ThreadPoolExecutor(1) as pool:
        first, none, second, none_again = pool.submit(run).result()
    # If lxml keeps it elsewhere one day, `forget_names` does nothing and this fails.
    assert first is not None
    assert second is not None
    assert first is not second
    assert (none, none_again) == (None, None)


def test_trees_are_read_changed_and_freed_while_their_threads_parse_others():
    # In a process of its own, which may crash: without `forget_names` it does so in most runs. With this variable glibc
    # overwrites what is freed.
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", __file__],
        capture_output=True, text=True, timeout=300, check=False, env={**os.environ, "MALLOC_PERTURB_": "165"},
    )  # fmt: skip
    assert (done.returncode, done.stderr, done.stdout) == (0, "", f"{2 * PAGES} trees\n")


def markup(number):
    rows = (f"<p d{number}-{i}=x class=c data-{number % 50}-{i % 40}>text {i}</p>" for i in range(ROWS))
    return f"<html><body>{''.join(rows)}</body></html>".encode()


def stress():
    sys.setswitchinterval(1e-4)
    trees = queue.Queue(8)

    def parse(thread):
        for number in range(PAGES):
            forget_names()
            trees.put(Selector(body=markup(thread * PAGES + number), type="html").root)

    threads = [threading.Thread(target=parse, args=(thread,)) for thread in range(2)]
    for thread in threads:
        thread.start()
    for number in range(2 * PAGES):
        tree = trees.get()
        Selector(body=markup(10**6 + number), type="html")
        for i, row in enumerate(tree.iter("p")):
            row.set(f"m{number}-{i}", "1")
            if i % 10 == 0:
                etree.SubElement(row, f"x{number}-{i}")
        assert len(tree.xpath("//p[@class='c']")) == ROWS
    print(2 * PAGES, "trees")


if __name__ == "__main__":
    stress()
