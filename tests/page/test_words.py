"""Words of any script; jieba's are loaded once, by whichever thread is first, and take a bounded amount of memory."""

import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_denoise.page.compiled import split_scripts
from scrapy_denoise.page.text import words
from scrapy_denoise.page.text.words import MAX_RUN, feature_words, segmenter

STORY = "中南大学的学生们发现河水在夜里淹没了村庄的道路，大桥已经关闭。"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The river rose, and the Bridge is CLOSED.", ["river", "rose", "bridge", "closed"]),
        ("Scrapy 2.13 costs 100 pounds, x2y not 4", ["scrapy", "costs", "pounds", "x2y"]),
        ("Река вышла из берегов", ["река", "вышла", "берегов"]),
        ("دەريا سۈيى ئۆرلەپ كەتتى ۋە", ["دەريا", "سۈيى", "ئۆرلەپ", "كەتتى"]),
        ("", []),
        ("的 了 是", []),
    ],
)
def test_feature_words(text, expected):
    assert feature_words(text) == expected


def test_chinese():
    found = feature_words(f"{STORY}Scrapy框架")
    assert found[:4] == ["scrapy", "中南大学", "学生", "河水"]
    assert {"村庄", "道路", "大桥", "关闭", "scrapy", "框架"} <= set(found)
    assert not {"已经", "的", "在", "了"} & set(found)
    assert all(len(word) > 1 for word in found)


def test_parts_of_speech_are_those_of_jieba():
    posseg = pytest.importorskip("jieba.posseg")
    text = STORY + "他们非常高兴地进行了一次认真而又漫长的讨论，并且很快得出结论。北京和上海的记者报道。" * 2
    expected = [
        pair.word
        for pair in posseg.POSTokenizer(segmenter().cut.func.__self__).cut(text, HMM=False)
        if pair.flag.startswith(words.FEATURE_TAGS)
        and len(pair.word) >= words.MIN_HAN
        and pair.word not in words.STOP_WORDS
    ]
    assert feature_words(text) == expected


def test_long_runs_are_cut_in_pieces():
    run = "河水淹没村庄" * 2000
    found = feature_words(run)
    assert len(found) >= len(run) // 2 - 2 * (len(run) // MAX_RUN + 1)


# Loads jieba in a process of its own, from many threads at once, and says what came of it.
LOADING = """
import gc, sys, tracemalloc
from concurrent.futures import ThreadPoolExecutor
from scrapy_denoise.page.text import words
def held():
    gc.collect()
    return tracemalloc.get_traced_memory()[0] / 2**20
loads, load = [], words._load
words._load = lambda: (loads.append(1), load())[1]
assert "jieba" not in sys.modules
tracemalloc.start()
with ThreadPoolExecutor(8) as pool:
    found = set(pool.map(lambda _: tuple(words.feature_words(sys.argv[1])), range(64)))
loaded = held()
for i in range(10):
    words.feature_words(sys.argv[1] * 40)
print(len(loads), len(found), round(loaded), round(held() - loaded))
"""


def test_loaded_once_by_any_thread_in_bounded_memory():
    done = subprocess.run([sys.executable, "-c", LOADING, STORY], capture_output=True, text=True, check=True)
    loads, results, megabytes, growth = map(int, done.stdout.split())
    assert (loads, results) == (1, 1)
    # What Python's objects take: what the allocator keeps besides depends on how the threads were scheduled.
    assert megabytes <= 120
    assert growth <= 10
    assert done.stderr == ""


def test_threads_agree():
    texts = [STORY[i:] * 3 for i in range(12)]
    alone = [feature_words(text) for text in texts]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(feature_words, texts * 8)) == alone * 8


def test_without_jieba(monkeypatch, caplog):
    monkeypatch.setattr(words, "_segmenter", None)
    monkeypatch.setitem(sys.modules, "jieba", None)  # as if it were not installed
    assert feature_words("河水淹没 road") == ["road", "河水", "水淹", "淹没"]
    assert feature_words("村庄") == ["村庄"]
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "scrapy-denoise[chinese]" in caplog.text


LETTERS = re.compile(rf"[^\W_{words.HAN}]{{3,}}")
RUNS = re.compile(rf"[{words.HAN}]{{2,5}}")


def as_by_expression(text):
    return [word for word in LETTERS.findall(text) if not word.isdecimal()], RUNS.findall(text)


def test_tokens_of_every_character():
    every = "".join(map(chr, range(1, sys.maxunicode + 1)))
    apart = "".join(f"ab{character}cd{character}{character}. " for character in every)
    for text in (every, apart):
        assert split_scripts(text, 3, 2, 5) == as_by_expression(text)


@given(st.text(st.sampled_from("aZ9٣é_-. 河水淹〇々ا\U0001f600\U00020000")))
def test_tokens(text):
    assert split_scripts(text, 3, 2, 5) == as_by_expression(text)
