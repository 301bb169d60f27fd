"""Workers: what hangs or dies costs itself."""

import os
import time

import pytest

from scrapy_denoise.workers.pool import MAX_DEATHS, Lost, Workers, WorkersFailed


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
    with Workers(jobs, seconds, make, *options.values()) as workers:
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
    assert found[0].lost == (Lost("hang 1", "timeout"), Lost("die 2", "crashed"))
    assert [lost.reason for lost in found[2].lost] == ["crashed"]
    assert not found[1].lost


def test_an_error_is_told():
    found = run([["a", "raise this"], ["b"]])
    assert "ValueError: raise this" in found[0].error
    assert found[1].answer == ["b"]


def test_processes_that_never_begin():
    with pytest.raises(WorkersFailed, match=str(MAX_DEATHS + 1)):
        run([["a"]], jobs=1, fail_at_once=True)


def test_tasks_can_wait_for_others():
    with Workers(2, 60, make) as workers:
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
