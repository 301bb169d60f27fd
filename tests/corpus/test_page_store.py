"""The pages of a run on disk: in the order of their sites and ranks, and the work in pieces."""

import random
import sqlite3

import pytest

from scrapy_denoise.corpus.input.pages import InputError, RawPage, Skip
from scrapy_denoise.corpus.run.page_store import PageStore, Superseded, bucket_of
from scrapy_denoise.corpus.run.schedule import Schedule
from scrapy_denoise.corpus.run.site_passes import SLICE_PAGES
from scrapy_denoise.corpus.run.tasks import MAX_BYTES, tasks_of

BUCKETS = 3


def pages_of(site, count, size=10):
    return [RawPage(f"http://{site}/{n}", b"x" * size, f"in@{n}", site, "utf-8", 200, n) for n in range(count)]


@pytest.fixture
def filled(tmp_path):
    def fill(*pages, name="pages.sqlite", end=True):
        store = PageStore(tmp_path / name, BUCKETS)
        store.begin(0)
        for page in pages:
            store.add(page)
        if end:
            store.end()
            store.index()
        return store

    return fill


def all_pages(store):
    return [
        page
        for bucket in range(BUCKETS)
        for site in list(store.sites(bucket))
        for page in store.site_pages(bucket, site.key, None, site.pages)
    ]


def test_what_goes_in_comes_out_by_site_and_rank(filled):
    pages = [page for site in ("a", "b", "c", "d") for page in pages_of(site, 20)]
    pages[3] = RawPage("", b"", "in@x", "a")
    random.Random(1).shuffle(pages)
    found = all_pages(filled(*pages))
    assert sorted(map(repr, found)) == sorted(map(repr, pages))
    assert found == sorted(pages, key=lambda page: (bucket_of(page.site, BUCKETS), page.site, page.rank))


def test_the_same_address_twice(filled):
    pages = pages_of("a", 5) * 30
    store = filled(*pages)
    (bucket,) = store.buckets_in_use()
    found = [
        page
        for after in store.places(bucket, "a", 7)
        for page in store.site_pages(bucket, "a", after, 7)
    ]  # fmt: skip
    assert len(found) == 150
    assert found == all_pages(store)


def test_pages_of_one_address_come_by_their_bytes(filled):
    pages = [RawPage(f"http://a/{n % 2}", b"%d" % n, f"in@{n}", "a", "utf-8" if n % 3 else None) for n in range(30)]
    pages += [RawPage("", b"%d" % (n // 2), f"in@x{n}", "a") for n in range(6)]
    pages += pages_of("b", 4)
    random.Random(2).shuffle(pages)
    store = filled(*pages)
    ranked = sorted(pages, key=lambda page: (bucket_of(page.site, BUCKETS), page.site, page.rank))
    assert all_pages(store) == ranked
    store.index()  # of a run that was interrupted, once more
    assert all_pages(store) == ranked


def test_a_run_goes_on_while_a_worker_of_the_one_before_still_reads(filled, tmp_path):
    filled(*pages_of("a", 3)).close()
    reader = PageStore(tmp_path / "pages.sqlite", BUCKETS, writable=False)
    pages = reader.site_pages(bucket_of("a", BUCKETS), "a", None, 3)
    next(pages)
    again = PageStore(tmp_path / "pages.sqlite", BUCKETS)
    assert again.has(0)
    again.index()
    again.lose(0, "in@1", "crashed", 30)
    assert len(list(pages)) == 2
    assert again.summary().pages == 2


def test_an_interrupted_input_is_read_again(filled, tmp_path):
    store = filled(*pages_of("a", 3), end=False)
    store.skip(Skip("in@9", "damaged", "why"))
    store._store()
    store.close()
    again = filled(*pages_of("b", 2))
    assert [page.site for page in all_pages(again)] == ["b", "b"]
    assert list(again.skips()) == []
    assert again.has(0)


def test_a_process_of_a_run_that_has_ended_stores_nothing_more(filled, tmp_path):
    orphan = filled(*pages_of("a", 3), end=False)
    store = filled(*pages_of("b", 2))
    with pytest.raises(Superseded):
        orphan.end()
    orphan.close()
    assert [page.site for page in all_pages(store)] == ["b", "b"]
    assert store.has(0)


def test_splits_that_one_stands_for_are_stored_with_it(filled, tmp_path):
    store = filled(*pages_of("a", 3))
    store.begin(1)
    store.add(*pages_of("b", 1))
    store.skip(Skip("in@9", "damaged", "why"))
    store.end()
    store.begin(0, 2)
    assert not any(map(store.has, range(3)))
    store.add(*pages_of("c", 1))
    store.end()
    assert [*map(store.has, range(4))] == [True, True, True, False]
    assert [page.site for page in all_pages(store)] == ["c"]
    assert list(store.skips()) == []


def test_equal_pages_come_in_the_order_of_the_input_whoever_stores_first(tmp_path):
    store = PageStore(tmp_path / "pages.sqlite", BUCKETS)
    for split in (2, 0, 1):
        store.begin(split)
        for n in range(2):
            store.add(RawPage("http://a/", b"same", f"in@{split}{n}", "a"))
            store.skip(Skip(f"in@{split}{n}", "damaged", "why"))
        store.end()
    store.index()
    order = [f"in@{split}{n}" for split in range(3) for n in range(2)]
    assert [page.source for page in all_pages(store)] == order
    assert [skip["source"] for skip in store.skips()] == order


def test_what_was_left_out_is_counted(filled):
    store = filled(*pages_of("a", 3), end=False)
    for reason, detail in (("status", ""), ("status", ""), ("damaged", "why")):
        store.skip(Skip("in@7", reason, detail))
    store.end()
    for _ in range(2):  # in both passes
        store.lose(0, "in@1", "timeout", 30)
    summary = store.summary()
    assert (summary.pages, summary.sites) == (2, 1)
    assert dict(summary.skipped) == {"status": 2, "damaged": 1, "timeout": 1}
    assert [skip["source"] for skip in store.skips()] == ["in@7", "in@1"]


def test_a_file_of_another_release_is_not_gone_on_with(tmp_path):
    with sqlite3.connect(tmp_path / "pages.sqlite") as older:
        older.execute("CREATE TABLE pages (site TEXT)")
    older.close()
    with pytest.raises(InputError, match=r"another release, in format 0.*delete the folder"):
        PageStore(tmp_path / "pages.sqlite", BUCKETS)


def test_a_file_that_is_none(tmp_path):
    (tmp_path / "x").write_bytes(b"no database" * 100)
    with pytest.raises(InputError, match="delete the folder"):
        PageStore(tmp_path / "x", 1)


# The work in pieces


def test_tasks_have_every_page_once(filled):
    sites = {f"s{n}": n for n in range(1, 40)} | {"large": 5 * SLICE_PAGES + 3, "heavy": 9, "heaviest": 2}
    sizes = {"heavy": MAX_BYTES // 4, "heaviest": 2 * MAX_BYTES}
    store = filled(*[page for site, n in sites.items() for page in pages_of(site, n, sizes.get(site, 10))])
    tasks = [task for bucket in store.buckets_in_use() for task in tasks_of(store, bucket, 100)]
    found = [
        page
        for task in tasks
        if not task.learns
        for part in task.parts
        for page in store.site_pages(task.bucket, part.site, part.after, part.limit)
    ]
    assert [repr(page) for page in found] == [repr(page) for page in all_pages(store)]
    assert all(task.pages <= SLICE_PAGES for task in tasks)
    learned = {site: sum(task.pages for task in tasks if task.learns and task.large == site) for site in sites}
    assert {site: n for site, n in learned.items() if n} == {"large": 100, "heavy": 9, "heaviest": 2}


def test_nothing_is_learned_where_pages_are_cleaned_alone(filled):
    store = filled(*pages_of("large", 3 * SLICE_PAGES))
    (bucket,) = store.buckets_in_use()
    assert {(task.learns, task.large) for task in tasks_of(store, bucket, 0)} == {(False, None)}


@pytest.mark.parametrize("seed", range(5))
def test_answers_come_in_order_and_slices_after_their_template(filled, seed):
    source = random.Random(seed)
    store = filled(
        *pages_of("large", 4 * SLICE_PAGES), *pages_of("b", 3), *pages_of("c", 2), *pages_of("huge", 6 * SLICE_PAGES)
    )
    tasks = [task for bucket in store.buckets_in_use() for task in tasks_of(store, bucket, 2 * SLICE_PAGES)]
    schedule = Schedule(iter(tasks), 5)
    steps, running, given = iter(schedule), [], []
    from scrapy_denoise.sites import SiteTemplate, dump

    empty = dump(SiteTemplate())
    ended = False
    while running or not ended:
        step = None if ended else next(steps, "end")
        ended = ended or step == "end"
        if step is None or ended or source.random() < 0.5:
            if step not in (None, "end"):
                running.append(step)
            if running:
                number, task = running.pop(source.randrange(len(running)))
                assert task.learns or task.large is None or task.template == empty
                given += [one.parts for one, _ in schedule.done(number, task, empty if task.learns else b"rows")]
        else:
            running.append(step)
        assert len(schedule._answers) + len(running) <= 5
    assert given == [task.parts for task in tasks if not task.learns]
