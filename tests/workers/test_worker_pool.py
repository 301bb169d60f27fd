"""Workers: what hangs or dies costs itself."""

import os
import signal
import subprocess
import sys
import time

import pytest

from scrapy_denoise.workers.pool import CLEAN, MAX_DEATHS, LostPage, WorkerPool, WorkersFailed
from scrapy_denoise.workers.running_time import RunningTime


def make(fail_at_once=False):
    if fail_at_once:
        os._exit(3)

    def work(task, progress):
        done = []
        for source in task:
            if progress(source):
                continue
            if "hang" in source:
                time.sleep(600)
            if "die" in source:
                os._exit(1)
            if "raise" in source:
                raise ValueError(source)
            done.append(source)
        return done

    return work


def run(tasks, jobs=2, seconds=0.5, **options):
    with WorkerPool(jobs, seconds, make, *options.values()) as workers:
        return dict(workers.run(iter(enumerate(tasks))))


def test_all_tasks_are_done():
    found = run([[f"{n}.{i}" for i in range(5)] for n in range(20)])
    assert {number: done.answer for number, done in found.items()} == {
        n: [f"{n}.{i}" for i in range(5)] for n in range(20)
    }
    assert not any(done.lost or done.error for done in found.values())


@pytest.mark.slow
def test_pages_that_hang_or_kill_their_process_are_left_out():
    name = "die " + "雪" * 1000  # longer than what a worker can say
    found = run([["a", "hang 1", "b", "die 2", "c"], ["d"], [name, "e"], ["f"]])
    assert [found[n].answer for n in range(4)] == [["a", "b", "c"], ["d"], ["e"], ["f"]]
    assert found[0].lost == (LostPage("hang 1", "timeout"), LostPage("die 2", "crashed"))
    assert [lost.reason for lost in found[2].lost] == ["crashed"]
    assert not found[1].lost


def test_an_error_is_told():
    found = run([["a", "raise this"], ["b"]])
    assert "ValueError: raise this" in found[0].error
    assert found[1].answer == ["b"]


def test_processes_that_never_begin():
    with pytest.raises(WorkersFailed, match=str(MAX_DEATHS + 1)):
        run([["a"]], jobs=1, fail_at_once=True)


def make_long():
    def work(task, progress):
        progress(task)
        time.sleep(1)
        return task, os.getppid()

    return work


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no process that starts workers")
def test_the_process_that_starts_workers_may_die():
    """Its workers, which nobody can watch from then on, give way to others."""
    with WorkerPool(2, 60, make_long) as workers:
        running = workers.run(iter(enumerate("abcdef")))
        found = [next(running)]
        os.kill(found[0][1].answer[1], signal.SIGKILL)
        found += running
    assert sorted(done.answer[0] for _, done in found) == list("abcdef")
    assert not any(done.lost or done.error for _, done in found)
    assert len({done.answer[1] for _, done in found}) >= 2  # and a worker may have answered without its parent


def test_a_process_that_starts_no_workers_is_told(monkeypatch):
    def dead(_):
        raise EOFError("unexpected EOF")

    monkeypatch.setattr(WorkerPool, "_started", dead)
    monkeypatch.setattr("scrapy_denoise.workers.pool.CHECK_SECONDS", 0.001)
    with pytest.raises(WorkersFailed, match="the process that starts workers dies"):
        run([["a"]])


def test_tasks_can_wait_for_others():
    with WorkerPool(2, 60, make) as workers:
        seen = set()

        def tasks():
            yield 0, ["first"]
            while 0 not in seen:
                yield None
            yield 1, ["second"]

        for number, done in workers.run(tasks()):
            seen.add(number)
            assert done.answer == [["first"], ["second"]][number]
    assert seen == {0, 1}


def make_uneven():
    def work(task, skip_page):
        if not skip_page(str(task)):
            time.sleep(0.3 if task == 0 else 0)
        return task

    return work


def test_answers_come_in_the_order_of_the_tasks_and_few_are_ahead():
    taken = []
    with WorkerPool(2, 60, make_uneven) as workers:
        for number, found in enumerate(workers.map((taken.append(n) or n for n in range(20)), 5)):
            assert found.answer == number
            assert len(taken) <= number + 1 + 5
    assert taken == list(range(20))


# --- what is tried once more ---


def make_unlucky(folder, times):
    """Pages called "unlucky" kill their process, so many times in all."""

    def work(task, progress):
        done = []
        for source in task:
            if progress(source, CLEAN):
                continue
            (folder / f"{source}.{os.getpid()}").touch()
            if "unlucky" in source and len(list(folder.glob(f"{source}.*"))) <= times:
                os._exit(1)
            done.append(source)
        return done

    return work


@pytest.mark.parametrize("times", [1, 2])
def test_a_page_whose_process_died_is_tried_once_more(tmp_path, times):
    tasks = [[f"{n}", f"unlucky {n}", f"{n} too"] for n in range(3)]
    with WorkerPool(3, 60, make_unlucky, tmp_path, times) as workers:
        found = dict(workers.run(iter(enumerate(tasks))))
    for n, task in enumerate(tasks):
        lost = () if times == 1 else (LostPage(f"unlucky {n}", "crashed", CLEAN),)
        assert found[n].answer == [source for source in task if times == 1 or "unlucky" not in source]
        assert found[n].lost == lost


def make_alone(folder):
    """Each page says that it is under way; one that kills its process at first tells who else was there then."""

    def work(task, progress):
        (source,) = task
        if progress(source):
            return None
        mine = folder / f"{source}.running"
        mine.touch()
        others = len(list(folder.glob("*.running"))) - 1
        if source.startswith("killer") and not (folder / f"{source}.died").exists():
            (folder / f"{source}.died").touch()
            mine.unlink()
            os._exit(1)
        time.sleep(0.05)
        mine.unlink()
        return others

    return work


def test_it_is_tried_while_no_other_page_is_under_way(tmp_path):
    tasks = [[f"{'killer' if n % 4 == 1 else 'page'} {n}"] for n in range(12)]
    with WorkerPool(3, 60, make_alone, tmp_path) as workers:
        found = dict(workers.run(iter(enumerate(tasks))))
    assert len(found) == 12
    assert not any(done.lost for done in found.values())
    assert [found[n].answer for n in range(1, 12, 4)] == [0, 0, 0]


BURNT, RIVALS = 0.3, 3
"""Seconds on a processor that a page takes, and other processes that want the same one."""


def make_burning(processor):
    os.sched_setaffinity(0, {processor})

    def work(task, progress):
        done = []
        for source in task:
            if progress(source):
                continue
            began = time.process_time()
            while time.process_time() - began < (BURNT if "forever" not in source else 600):
                pass
            done.append(source)
        return done

    return work


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux")
def test_a_page_is_not_left_out_because_the_machine_is_busy():
    """Neither does a page that takes all of its time on a processor go on for ever."""
    processor = min(os.sched_getaffinity(0))
    code = f"import os, time; os.sched_setaffinity(0, {{{processor}}}); end = time.monotonic() + 60"
    code += "\nwhile time.monotonic() < end: pass"
    rivals = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(RIVALS)]
    try:
        with WorkerPool(1, 2 * BURNT, make_burning, processor) as workers:
            began = time.monotonic()
            ((_, done),) = workers.run(iter([(0, ["a", "b", "forever", "c"])]))
            passed = time.monotonic() - began
    finally:
        for rival in rivals:
            rival.kill()
            rival.wait()
    assert done.answer == ["a", "b", "c"]
    assert done.lost == (LostPage("forever", "timeout"),)
    assert passed > 2 * BURNT * RIVALS  # each page took longer than the limit


def test_time_asleep_counts():
    clock = RunningTime(os.getpid())
    code = "import time; print(flush=True); time.sleep(60)"
    sleeper = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
    try:
        sleeper.stdout.readline()
        time.sleep(0.1)
        asleep = RunningTime(sleeper.pid)
        time.sleep(0.3)
        assert 0.25 < asleep.seconds() < 30
        asleep.restart()
        assert asleep.seconds() < 0.2
    finally:
        sleeper.kill()
        sleeper.communicate()
    assert clock.seconds() >= 0
    assert RunningTime(2**30).seconds() >= 0  # no such process
