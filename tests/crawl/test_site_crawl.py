"""The crawl of a site, by the command and by the spider, against local servers that are well and that are not."""

import json
import signal
import subprocess
import sys
import time
from datetime import date, timedelta
from pathlib import Path

import pytest
from helpers.crawling import HTML, serve, story
from helpers.forked import run_forked, without_proxies
from helpers.small_disks import fill, mounted

from scrapy_denoise import SiteSpider, SiteTemplate, denoise
from scrapy_denoise.cli.main import main
from scrapy_denoise.crawl.site.bounds import BoundsError
from scrapy_denoise.crawl.site.rows import Written

ROOT = Path(__file__).parents[2]
ROBOTS = "User-agent: *\nDisallow: /private\n"


def entry(i, path="/news/{}"):
    return (
        f"<li><h3><a href={path.format(i)}>Boat {i} came in before noon</a></h3><p>The harbour master said that boat "
        f"{i} had been late for days, and that its crew was well.</p></li>"
    )


def listing(numbers, beside="", path="/news/{}"):
    entries = "".join(entry(i, path) for i in numbers)
    return (
        "<html><head><title>News</title></head><body><nav><a href=/>Home</a> <a href=/news>News</a></nav>"
        f"<ul>{entries}</ul><div>{beside}</div></body></html>"
    )


def dated(i, day):
    head = f'<head><meta property="article:published_time" content="{day}T10:00:00Z">'
    return story(i).replace("<head>", head)


def site(path, pages=3, last=None):
    """Ten articles on each page of a list."""
    if path == "/robots.txt":
        return 200, "text/plain", ROBOTS
    number = int(path.partition("page=")[2] or 1)
    if path.startswith("/news/"):
        return 200, HTML, story(int(path.split("/")[2]))
    if path in ("/", "/news") or "page=" in path:
        following = f"<a href='/news?page={number + 1}'>Next</a>" if number < pages else ""
        return 200, HTML, listing(range(number * 10 - 9, number * 10 + 1), f"{following} <a href=/private>Private</a>")
    return 404, HTML, "<p>Nothing here"


def environment():
    return without_proxies() | {"PYTHONPATH": str(ROOT)}


def run(*arguments, cwd=None, command=("-m", "scrapy_denoise", "crawl")):
    """The command's exit status, its rows and what it says."""
    quick = ("-s", "AUTOTHROTTLE_ENABLED=0", "-s", "RETRY_ENABLED=0")
    done = run_forked([*command, *arguments, *quick], cwd, environment())
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr.strip()


ONE_BY_ONE = ("-s", "CONCURRENT_REQUESTS=1", "-s", "CONCURRENT_REQUESTS_PER_DOMAIN=1")


def paths(rows):
    return ["/" + row["url"].split("/", 3)[3] for row in rows]


@pytest.fixture
def gazette():
    with serve(site) as (address, asked):
        yield address, asked


def test_no_port_is_open_in_which_code_could_be_run(gazette):
    said = run(gazette[0], "--pages", "1", "-s", "LOG_LEVEL=INFO")[2]
    assert "Enabled extensions" in said
    assert "TelnetConsole" not in said
    assert "RemoteControl" not in said


def test_a_site_is_crawled_once_and_in_order(gazette):
    address, asked = gazette
    status, rows, said = run(address, *ONE_BY_ONE)
    assert status == 0
    articles = [row for row in rows if row["url"].startswith(f"{address}/news/")]
    assert sorted(paths(articles)) == sorted(f"/news/{i}" for i in range(1, 31))
    assert set(paths(articles[:10])) == {f"/news/{i}" for i in range(1, 11)}  # the newest first
    assert len(asked) == len(set(asked))
    assert "/private" not in asked
    first = next(row for row in articles if row["url"].endswith("/news/3"))
    assert {name: first[name] for name in ("found_on", "depth", "page_type", "title")} == {
        "found_on": f"{address}/", "depth": 1, "page_type": "article", "title": "Story 3",
    }  # fmt: skip
    assert "Boat 3 came in before noon" in first["markdown"]
    assert first["metadata"]["title"] == "Story 3"
    assert said == (
        "scrapy-denoise crawl: The crawl ended because all links were followed; 34 requests, 33 rows (1 known already, "
        "1 forbidden by robots.txt)."
    )


def test_the_first_page_of_a_site_has_the_type_that_the_page_has():
    """It offers many others, and is no list for that."""
    sections = "".join(
        f"<section><h2>{name}</h2>{''.join(entry(i) for i in numbers)}</section>"
        for name, numbers in (("Town", range(1, 5)), ("Coast", range(5, 9)), ("Sport", range(9, 13)))
    )
    home = (
        "<html><head><title>The Gazette</title><meta property=og:type content=website></head><body><nav><a href=/>Home"
        f"</a> <a href=/news>News</a></nav><main>{sections}</main><footer>All rights reserved</footer></body></html>"
    )

    def answer(path):
        return (200, HTML, home) if path == "/" else site(path)

    with serve(answer) as (address, _):
        assert denoise(home, f"{address}/").page_type == "home"
        _, rows, _ = run(address, "--only", "home")
        assert [(path, row["page_type"]) for path, row in zip(paths(rows), rows, strict=True)] == [("/", "home")]


def test_what_a_list_offers_comes_before_what_was_found_beside_an_article():
    """An old story and a new one are beside the first article; a list then offers the new one."""
    sections = "<a href=/town>Town</a> <a href=/country>Country</a>"

    def answer(path):
        beside = "".join(f"<li><a href=/news/{i}>Boat {i} came in before noon</a></li>" for i in (*range(70, 90), 21))
        if path == "/":
            return 200, HTML, listing(range(1, 4)).replace("<nav>", f"<nav>{sections} ")
        if path in ("/town", "/country"):
            return 200, HTML, listing(range(11, 22))
        return (
            200,
            HTML,
            story(int(path.split("/")[2])).replace(
                "<div class=foot>", f"<aside><h3>Related stories</h3><ul>{beside}</ul></aside><div class=foot>"
            )
            if path.startswith("/news/")
            else "<p>Nothing",
        )

    with serve(answer) as (address, asked):
        run(address, "--pages", "30", *ONE_BY_ONE)
    assert asked.count("/news/21") == 1
    assert asked.index("/news/21") < min(asked.index(path) for path in asked if path.startswith(("/news/7", "/news/8")))


def test_pages_are_bounded_to_the_request_and_the_format_is_chosen(gazette):
    address, asked = gazette
    status, rows, said = run(address, "--pages", "7", "--format", "text")
    assert status == 0
    assert len([path for path in asked if path != "/robots.txt"]) == 7
    assert len(rows) == 7
    assert all("text" in row and "markdown" not in row for row in rows)
    assert "ended at its bound of 7 pages; 7 requests, 7 rows" in said


def test_depth_is_bounded(gazette):
    address, asked = gazette
    _, _, said = run(f"{address}/news?page=3", "--depth", "1", "--only", "article")
    assert "/news/30" in asked
    assert "/news/10" not in asked
    assert "what is left lies deeper than 1 link" in said


def test_a_job_goes_on_where_it_ended_and_finds_what_is_new(tmp_path):
    news = list(range(1, 13))

    def answer(path):
        if path in ("/", "/news"):
            return 200, HTML, listing(reversed(news))
        return site(path)

    out, job = tmp_path / "news.jsonl", tmp_path / "job"
    with serve(answer) as (address, asked):
        command = (address, "-o", str(out), "--job", str(job), "--only", "article")
        status, _, said = run(*command, "--pages", "6")
        assert "run again, it goes on from here" in said
        first = [json.loads(line) for line in out.read_text().splitlines()]
        asked.clear()
        run(*command)
        assert asked.count("/news") <= 1  # lists are asked for again when a job was done
        rows = [json.loads(line) for line in out.read_text().splitlines()]
        assert sorted(paths(rows)) == sorted(f"/news/{i}" for i in news)
        assert rows[: len(first)] == first
        asked.clear()
        news.append(13)
        status, _, said = run(*command)
        assert status == 0
        assert [path for path in asked if path.startswith("/news/")] == ["/news/13"]
        assert len(out.read_text().splitlines()) == 13
        assert run(*command, "--quiet") == (0, [], "")  # nothing new


NOTICE = "<p>The Gazette is made by twelve people in an old sail loft, and has been read on both shores since 1891.</p>"


def noticed(page, token=""):
    """A page with a notice of its site in the content, and a token that each answer has anew."""
    page = page.replace("</p></div><div class=foot>", f"</p>{NOTICE}</div><div class=foot>")
    return page.replace("<body>", f"<body data-token={token}><script nonce={token}>shown()</script>")


def test_a_job_writes_no_page_again_that_has_not_changed(tmp_path):
    """What is known of the site at the second run leaves the notice out of the first page's text."""
    links = "".join(f"<a href=/news/{i}>Boat {i}</a> " for i in range(1, 13))
    answers, front = [], [50]

    def answer(path):
        status, kind, page = site(path)
        answers.append(path)
        if path == "/":
            page = story(*front).replace("<a href=/news>", f"{links}<a href=/news>")
        return status, kind, page if path == "/robots.txt" else noticed(page, f"t{len(answers)}")

    out, job = tmp_path / "all.jsonl", tmp_path / "job"
    with serve(answer) as (address, _):
        command = (address, "-o", str(out), "--job", str(job))
        run(*command)
        first = out.read_text()
        rows = [json.loads(line) for line in first.splitlines()]
        assert any("sail loft" in row["markdown"] for row in rows if paths([row]) == ["/"])
        assert "sail loft" not in rows[-1]["markdown"]
        status, _, said = run(*command)
        assert status == 0
        assert "0 rows" in said
        assert out.read_text() == first
        front[0] = 51
        run(*command)
    (new,) = map(json.loads, out.read_text().removeprefix(first).splitlines())
    assert paths([new]) == ["/"]
    assert "Boat 51" in new["markdown"]
    assert "sail loft" not in new["markdown"]


def test_what_was_written_is_known_whatever_is_known_of_the_site():
    url = "http://gazette.example/"
    template = SiteTemplate()
    for i in range(12):
        template.learn(noticed(story(i)), url=f"{url}news/{i}")
    front = noticed(story(50), "t1")
    alone, within = denoise(front, url), denoise(noticed(story(50), "t2"), url, site=template)
    assert "sail loft" in alone.text
    assert "sail loft" not in within.text
    state = {}
    assert Written(state).add(alone, True)
    assert not Written(state).add(alone, True)
    assert not Written(state).add(within, True)
    assert Written(state).add(denoise(noticed(story(51)), url, site=template), True)
    assert not Written(state).add(within, True)  # as before
    other = denoise(noticed(story(50)), f"{url}other", site=template)
    assert not Written(state).add(other, True)  # its text is written
    assert Written({}).add(other, False)


def test_since_leaves_out_what_is_older_and_does_not_go_on_to_it(tmp_path):
    def answer(path):
        if path.startswith("/news/"):
            i = int(path.split("/")[2])
            return 200, HTML, dated(i, f"2026-05-{31 - i:02}" if i <= 15 else "2025-01-01")
        return site(path, pages=9)

    with serve(answer) as (address, asked):
        status, rows, said = run(address, "--only", "article", "--since", "2026-05-20")
    assert status == 0
    assert sorted(paths(rows)) == sorted(f"/news/{i}" for i in range(1, 12))
    assert "older or undated" in said
    assert "/news?page=3" not in asked  # after the second page, whose end is too old, everything is


def test_lists_that_tell_dates_lead_to_no_older_page():
    def answer(path):
        number = int(path.partition("page=")[2] or 1)
        if path.startswith("/news/"):
            i = int(path.split("/")[2])
            return 200, HTML, dated(i, f"2026-05-{31 - i:02}")
        if path in ("/", "/news") or "page=" in path:
            numbers = range(number * 10 - 9, number * 10 + 1)
            entries = "".join(
                entry(i).replace("</h3>", f"</h3><time datetime=2026-05-{31 - i:02}>{31 - i} May 2026</time>")
                for i in numbers
            )
            return 200, HTML, f"<ul>{entries}</ul><a href='/news?page={number + 1}'>Next</a>"
        return 404, HTML, ""

    with serve(answer) as (address, asked):
        _, rows, said = run(address, "--only", "article", "--since", "2026-05-16")
    assert sorted(paths(rows)) == sorted(f"/news/{i}" for i in range(1, 16))
    assert {path for path in asked if path.startswith("/news/")} == set(paths(rows))
    assert "/news?page=2" in asked
    assert "/news?page=3" not in asked
    assert "5 older or undated" in said


def test_next_pages_of_lists_without_dates_are_asked_for_in_the_end():
    def answer(path):
        if path == "/news/25":
            return 200, HTML, dated(25, "2026-05-30")
        return site(path)

    with serve(answer) as (address, _):
        _, rows, _ = run(address, "--only", "article", "--since", "2026-05-20")
    assert paths(rows) == ["/news/25"]


def test_what_an_interrupted_job_knew_nothing_of_is_asked_for_by_the_next_run(tmp_path):
    days = {i: f"2026-05-{31 - i:02}" for i in range(1, 31)}

    def answer(path):
        i = int(path.split("/")[2]) if path.startswith("/news/") else 0
        return (200, HTML, dated(i, days[i])) if i else site(path)

    with serve(answer) as (address, asked):
        out = tmp_path / "new" / "news.jsonl"  # whose folder is made
        command = (address, "-o", str(out), "--job", str(tmp_path / "job"), "--only", "article")
        command += ("--since", "2026-05-06", *ONE_BY_ONE)
        run(*command, "--pages", "4")
        assert "/news?page=2" not in asked
        run(*command)
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert sorted(paths(rows)) == sorted(f"/news/{i}" for i in range(1, 26))
    news = [path for path in asked if path.startswith("/news/")]
    assert len(news) == len(set(news))


def test_a_job_that_has_begun_keeps_what_it_wrote(tmp_path, capsys):
    out, job = tmp_path / "news.jsonl", tmp_path / "job"
    out.write_text("{}\n")
    with serve(site) as (address, _):
        command = (address, "-o", str(out), "--job", str(job), "--overwrite", "--pages", "5")
        assert run(*command)[0] == 0  # the job is new: what was there is replaced
        rows = out.read_text()
        assert rows.count("\n") == 5
        status, _, said = run(*command)
    assert (status, out.read_text()) == (2, rows)
    assert said == (
        f"scrapy-denoise: error: --overwrite would lose the rows that {job} has written to {out} and will not write "
        "again; go on without it, write what is new to another file, or begin anew with another --job"
    )


def test_a_new_job_is_not_added_to_the_rows_of_another(gazette, tmp_path):
    out, job = tmp_path / "news.jsonl", tmp_path / "job"
    out.write_text('{"url": "http://other.example/"}\n')
    status, _, said = run(gazette[0], "-o", str(out), "--job", str(job))
    assert status == 2
    assert said.endswith(
        f"{out} has rows, and {job} has not begun, so they are of another crawl; give another name with -o, or replace "
        "it with --overwrite"
    )
    assert out.read_text() == '{"url": "http://other.example/"}\n'


def test_a_job_does_not_add_to_half_a_row(gazette, tmp_path):
    out = tmp_path / "news.jsonl"
    command = (gazette[0], "-o", str(out), "--job", str(tmp_path / "job"))
    run(*command, "--pages", "5")
    rows = out.read_text().splitlines()
    out.write_text("\n".join(rows)[:-200])  # as a full disk leaves it
    run(*command, "--pages", "5")
    again = out.read_text().splitlines()
    assert again[:4] == rows[:4]
    assert all(json.loads(row)["url"] for row in again)
    assert len(again) > 4


def test_rows_that_a_full_disk_has_no_place_for_are_told(gazette, tmp_path):
    with mounted(tmp_path / "disk", "-o", "size=64k") as disk:
        fill(disk)
        status, _, said = run(gazette[0], "-o", str(disk / "news.jsonl"))
    assert status == 2
    assert said.endswith(f"error: {disk}/news.jsonl could not be written whole; the log above says why")
    assert "No space left on device" in said


def test_a_job_has_one_run_at_a_time_and_begins_anew_where_that_was_killed(gazette, tmp_path):
    address, asked = gazette
    out, job = tmp_path / "news.jsonl", tmp_path / "job"
    command = (address, "-o", str(out), "--job", str(job), *ONE_BY_ONE)
    assert run(*command, "--pages", "5")[0] == 0
    before = len(asked)
    slow = [sys.executable, "-m", "scrapy_denoise", "crawl", *command, "-s", "DOWNLOAD_DELAY=0.1"]
    with subprocess.Popen(slow, env=environment(), stderr=subprocess.DEVNULL) as process:
        while len(asked) < before + 8 and process.poll() is None:
            time.sleep(0.05)
        process.send_signal(signal.SIGSTOP)  # it would end first on a machine where the next one starts slowly
        status, _, said = run(*command)
        assert (status, f"{job} is being written by process {process.pid}" in said) == (2, True)
        process.kill()
    status, _, said = run(*command)
    assert status == 0
    assert "all links were followed" in said
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert {f"/news/{i}" for i in range(1, 31)} <= set(paths(rows))
    assert run(*command)[0] == 0  # it has ended: there is nothing new


def test_a_job_that_was_not_kept_whole_is_refused(gazette, tmp_path):
    command = (gazette[0], "-o", str(tmp_path / "news.jsonl"), "--job", str(tmp_path / "job"), "--pages", "5")
    assert run(*command)[0] == 0
    (kept,) = (tmp_path / "job").rglob("active.json")
    kept.write_text("")  # as on a full disk
    status, _, said = run(*command)
    assert status == 2
    assert f"error: {tmp_path}/job cannot be continued: what it keeps was not written whole" in said


def test_arguments_of_the_spider_that_there_are_not_are_refused():
    class Own(SiteSpider):
        name = "own"
        region = None

        def item(self, response, result, row):
            return row

    assert Own(url="http://a.example", region="north", pages="3").region == "north"
    known = "url, pages, depth, minutes, only, since, hosts, format"
    with pytest.raises(BoundsError, match=f"^no argument of site: peges, region; there are: {known}$"):
        SiteSpider(url="http://a.example", peges="3", region="north")
    with pytest.raises(BoundsError, match=f"^no argument of own: item; there are: {known}, region$"):
        Own(url="http://a.example", item="x")


def test_mistakes_are_told(tmp_path, capsys):
    there = tmp_path / "there.jsonl"
    there.write_text("{}\n")
    for arguments, said in (
        (
            ["gazette.example"],
            "url begins with http:// or https:// and a host, such as https://gazette.example/, not 'gazette.example'",
        ),
        ([str(there)], f"{there} is a file or a folder; scrapy-denoise clean reads pages from it"),
        ([""], "url is the address with which the crawl begins; there is none"),
        (["http://a.example", "--pages", "many"], "pages is a whole number, 0 or more, not 'many'"),
        (["http://a.example", "--minutes", "-1"], "minutes is a number of minutes, 0 or more, not '-1'"),
        (["http://a.example", "--since", "May"], "since is a day such as 2026-05-31, not 'May'"),
        (["http://a.example", "--since", "2026-02-30"], "since is a day such as 2026-05-31, not '2026-02-30'"),
        (["http://a.example", "--format", "pdf"], "format is one of markdown, text, not 'pdf'"),
        (["http://a.example", "--log", "LOUD"], "argument --log: invalid choice: 'LOUD'"),
        (["http://a.example", "--job", str(there)], f"--job is a folder, and {there} is none"),
        (["http://a.example", "--peges", "3"], "unrecognized arguments: --peges 3; see scrapy-denoise crawl --help"),
        (["http://a.example", "-s", "X"], "a setting is NAME=VALUE, not 'X'"),
        (["http://a.example", "-s", "DENOISE_METHOD=no"], "DENOISE_METHOD"),
        (["http://a.example", "-o", str(there)], "is there already; replace it with --overwrite"),
        (["http://a.example", "-o", str(there / "x.jsonl")], "cannot write"),
        (["http://a.example", "-o", str(tmp_path)], "cannot write"),
        (["http://a.example", "-o", str(tmp_path / "x.csv")], "rows are lines of JSON; give a name that ends in"),
        (
            ["http://a.example", "--only", "news"],
            "no type of pages: news; there are: article, documentation, forum, list, product, service, home, error,",
        ),
    ):
        assert main(["crawl", *arguments]) == 2
        log = capsys.readouterr().err
        assert log.startswith("scrapy-denoise: error: ")
        assert said in log


def test_a_site_that_forbids():
    def answer(path):
        return (200, "text/plain", "User-agent: *\nDisallow: /\n") if path == "/robots.txt" else site(path)

    with serve(answer) as (address, asked):
        status, rows, said = run(address)
    assert (status, rows, asked) == (1, [], ["/robots.txt"])
    assert f"its first page was not read: {address}/: robots.txt forbids it; 0 requests, 0 rows" in said


def test_a_site_that_is_down():
    with serve(site) as (address, _):
        pass
    status, rows, said = run(address)
    assert (status, rows) == (1, [])
    assert "its first page was not read" in said
    assert "refused" in said
    assert said.count("\n") == 0


def test_a_site_that_goes_down():
    def answer(path):
        if len(asked) > 30:
            return 503, HTML, ""
        return (200, HTML, listing(range(1, 99))) if path == "/" else site(path)

    with serve(answer) as (address, asked):
        status, _, said = run(address, *ONE_BY_ONE)
    assert status == 0
    assert "ended because the site stopped answering; " in said
    assert len(asked) < 65


@pytest.mark.parametrize("start", ["/circle", "/ladder/0"])
def test_redirects_that_do_not_end(start):
    def answer(path):
        if path == "/circle":
            return 302, HTML, "/circle"
        if path.startswith("/ladder"):
            return 302, HTML, f"/ladder/{int(path.rpartition('/')[2]) + 1}"
        return site(path)

    with serve(answer) as (address, asked):
        status, rows, said = run(address + start)
    assert (status, rows) == (1, [])
    assert len(asked) < 10
    assert "its redirects do not end" in said


def test_a_redirect_to_another_host_of_the_first_page():
    with serve(site) as (address, _):
        other = address.replace("127.0.0.1", "localhost")
        with serve(lambda path: (301, HTML, f"{other}/")) as (moved, _):
            status, rows, _ = run(moved, "--pages", "6")
    assert status == 0
    assert all(row["url"].startswith(other) for row in rows)


def test_other_sites_are_left_alone():
    with serve(lambda path: (200, HTML, story(1))) as (other, others):

        def answer(path):
            if path == "/moved":
                return 302, HTML, f"{other}/moved"
            return (
                200,
                HTML,
                listing([1, 2], f"<a href={other}/x>Another boat came in</a> <a href=/moved>It moved away</a>"),
            )

        with serve(lambda path: answer(path) if path in ("/", "/moved") else site(path)) as (address, _):
            run(address)
            assert others == []
            run(address, "--also", other)
            assert "/x" in others


def test_an_endless_site_ends_at_its_bound():
    """Every page has ten links to pages that nobody has seen."""

    def answer(path):
        if path == "/robots.txt":
            return 404, HTML, ""
        start = int("".join(filter(str.isdigit, path)) or 1)
        return 200, HTML, listing(range(start * 10, start * 10 + 10), path="/a/{}")

    with serve(answer) as (address, asked):
        _, _, said = run(address, "--pages", "40")
    assert len(asked) == 41
    assert "at its bound of 40 pages" in said


def test_next_pages_that_repeat_themselves_end():
    def answer(path):
        if path.startswith("/news/"):
            return site(path)
        number = int(path.partition("page=")[2] or 1)
        return 200, HTML, listing(range(1, 11), f"<a href='/list?page={number + 1}'>Next</a>")

    with serve(answer) as (address, asked):
        _, _, said = run(address)
    assert "all links were followed" in said
    assert len(asked) < 20


def test_a_calendar_and_sort_orders_without_end_are_given_up():
    def answer(path):
        if path.startswith("/news/"):
            return site(path)
        month = int(path.partition("month=")[2].partition("&")[0] or 1)
        days = " ".join(f"<a href='/cal?month={month}&day={day}'>{day}</a>" for day in range(1, 29))
        more = f"<a href='/cal?month={month + 1}'>Later</a> <a href='/news?sort={month}'>By date</a> {days}"
        return 200, HTML, listing(range(1, 11), more) if path == "/" else f"<p>Nothing on these days.</p>{more}"

    with serve(answer) as (address, asked):
        _, rows, said = run(address, "--only", "article")
    assert {f"/news/{i}" for i in range(1, 11)} <= set(paths(rows))
    assert len(asked) < 150, said


def test_a_slow_site_ends_within_its_minutes():
    def answer(path):
        time.sleep(0 if path == "/robots.txt" else 1.5)
        return site(path, pages=99)

    with serve(answer) as (address, _):
        begun = time.monotonic()
        status, rows, said = run(address, "--minutes", "0.1")
        took = time.monotonic() - begun
    assert status == 0
    assert "at its bound of 0.1 minutes" in said
    assert rows
    assert took < 40


def test_sessions_and_print_copies_are_one_page():
    def answer(path):
        if path.startswith("/news/"):
            return site(path)
        links = "".join(f"<a href='/news/{i}?PHPSESSID={i}{i}'>Boat {i} came in before noon</a> " for i in range(1, 11))
        prints = " ".join(f"<a href='/news/{i}/?print=1'>Print</a>" for i in range(1, 11))
        return 200, HTML, listing(range(1, 11), f"{links}{prints}")

    with serve(answer) as (address, asked):
        _, rows, _ = run(address, "--only", "article")
    assert len(rows) == 10
    assert not any("PHPSESSID" in path for path in asked)


def test_every_page_in_another_charset():
    charsets = ("utf-8", "windows-1251", "koi8-r", "utf-16", "iso-8859-5")
    text = "Лодка вошла в гавань до полудня, и сто человек стояли на пирсе, пока она не стала у причала. " * 4

    def answer(path):
        if path == "/":
            return 200, HTML, listing(range(5))
        i = int(path.rpartition("/")[2]) if path.startswith("/news/") else 0
        body = f"<html><head><title>{i}</title></head><body><h1>Лодка {i}</h1><p>{i} {text}</p></body></html>"
        return 200, f"text/html; charset={charsets[i % 5]}", body.encode(charsets[i % 5])

    with serve(answer) as (address, _):
        _, rows, _ = run(address, "--only", "article")
    assert len(rows) == 5
    assert all("Лодка вошла в гавань до полудня" in row["markdown"] for row in rows)


def test_a_site_of_one_page_and_one_of_none():
    def answer(path):
        return (200, HTML, story(1).replace("<a ", "<b ")) if path == "/" else (404, HTML, "")

    with serve(answer) as (address, _):
        status, rows, said = run(address)
        assert (status, len(rows)) == (0, 1)
        assert "its first page has no link to follow; 1 request, 1 row" in said
        status, rows, said = run(f"{address}/nothing")
        assert (status, rows) == (1, [])
        assert "status 404" in said
    with serve(lambda path: (200, "application/pdf", "%PDF-1.4")) as (address, _):
        status, rows, said = run(address)
        assert (status, rows) == (1, [])
        assert "1 without content" in said


def test_a_spider_of_a_project_is_bounded_and_may_change_rows(gazette, tmp_path):
    address, asked = gazette
    (tmp_path / "scrapy.cfg").write_text("[settings]\ndefault = paper.settings\n")
    package = tmp_path / "paper"
    (package / "spiders").mkdir(parents=True)
    for folder in (package, package / "spiders"):
        (folder / "__init__.py").touch()
    (package / "settings.py").write_text(
        "SPIDER_MODULES = ['paper.spiders']\nUSER_AGENT = 'paper'\nAUTOTHROTTLE_ENABLED = False\nLOG_LEVEL = 'INFO'\n"
    )
    (package / "spiders" / "news.py").write_text(
        f"""
from scrapy_denoise import SiteSpider


class News(SiteSpider):
    name = "news"
    url = "{address}"
    only = "article"

    def follows(self, step, response_url):
        return "page=3" not in step.url

    def item(self, response, result, row):
        return {{"headline": row["title"], "found_on": row["found_on"]}}
"""
    )
    status, rows, log = run(
        "news", "-a", "pages=100", "-O", "-:jsonlines", cwd=tmp_path, command=("-m", "scrapy", "crawl")
    )
    assert status == 0, log
    assert len(rows) == 20
    assert set(rows[0]) == {"headline", "found_on"}
    assert "The crawl ended because all links were followed" in log
    assert "/news?page=3" not in asked


def test_the_news_monitor_of_the_example_project(tmp_path):
    """Each run writes what is new: docs/crawl-a-site."""
    days = {i: date.today() - timedelta(days=i if i < 5 else 30) for i in range(1, 9)}

    def answer(path):
        if path in ("/", "/news"):
            return 200, HTML, listing(days)
        i = int(path.rpartition("/")[2]) if path.startswith("/news/") else 0
        return (200, HTML, dated(i, days[i])) if i in days else (404, HTML, "")

    with serve(answer) as (address, _):
        arguments = (
            "monitor", "-a", f"url={address}", "-o", "-:jsonlines",
            "-s", f"JOBDIR={tmp_path}", "-s", "DENOISE_STORE=memory",
        )  # fmt: skip
        project = ROOT / "example_project"
        _, rows, log = run(*arguments, cwd=project, command=("-m", "scrapy", "crawl"))
        assert sorted(paths(rows)) == [f"/news/{i}" for i in range(1, 5)], log
        assert all(row["words"] > 10 for row in rows)
        days[9] = date.today()
        _, rows, log = run(*arguments, cwd=project, command=("-m", "scrapy", "crawl"))
        assert paths(rows) == ["/news/9"], log


def test_a_second_interruption_ends_at_once():
    def answer(path):
        time.sleep(0 if path in ("/", "/robots.txt") else 6)
        return site(path, pages=99)

    with serve(answer) as (address, asked):
        command = [sys.executable, "-m", "scrapy_denoise", "crawl", address, "-s", "AUTOTHROTTLE_ENABLED=0"]
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=environment()
        )  # fmt: skip
        until = time.monotonic() + 60
        while len(asked) < 3 and time.monotonic() < until:
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=300)
    assert process.returncode == 130
    assert said.strip() == "scrapy-denoise: interrupted"


def test_a_crawl_ends_when_nobody_reads_its_rows():
    with serve(lambda path: site(path, pages=99)) as (address, asked):
        command = [sys.executable, "-m", "scrapy_denoise", "crawl", address, "-s", "AUTOTHROTTLE_ENABLED=0"]
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment()
        )  # fmt: skip
        assert json.loads(process.stdout.readline())["url"]
        process.stdout.close()
        said = process.stderr.read()
        assert process.wait(timeout=300) == 0
    assert "The crawl ended because its output is not read any more; " in said
    assert said.count("\n") == 1
    assert len(asked) < 200


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_crawl_ends_when_standard_output_is_full():
    with serve(lambda path: site(path, pages=99)) as (address, asked), Path("/dev/full").open("wb") as full:
        command = [sys.executable, "-m", "scrapy_denoise", "crawl", address, "-s", "AUTOTHROTTLE_ENABLED=0"]
        done = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=300, env=environment(), check=False
        )
    assert done.returncode == 2
    assert "Standard output cannot be written: No space left on device\n" in done.stderr
    assert "The crawl ended because its output cannot be written; " in done.stderr
    assert done.stderr.endswith("error: standard output could not be written whole; the log above says why\n")
    assert "Traceback" not in done.stderr
    assert len(asked) < 200


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs /proc, where no file can be made")
def test_a_file_that_cannot_be_made_is_an_error(gazette):
    status, _, said = run(gazette[0], "-o", "/proc/self/news.jsonl", "--pages", "2")
    assert status == 2
    assert "/proc/self/news.jsonl" in said.splitlines()[-1]


@pytest.mark.parametrize(("log", "said"), [("ERROR", "vips needs pages that a browser"), ("WARNING", "WARNING: http")])
def test_a_method_that_needs_a_browser_is_told_once_that_there_is_none(gazette, log, said):
    command = (gazette[0], "--pages", "3", "-s", "DENOISE_METHOD=vips", "--log", log)
    status, rows, errors = run(*command)
    assert (status, len(rows)) == (0, 3)
    assert errors.count("a browser has drawn") == 1
    assert said in errors
    assert errors.splitlines()[-1].startswith("scrapy-denoise crawl: The crawl ended at its bound of 3 pages; ")


def test_pages_that_were_not_read_are_named_in_the_log(gazette):
    address, _ = gazette
    _, _, said = run(f"{address}/nothing", "--log", "INFO")
    assert f"INFO: {address}/nothing was not read: status 404" in said


def test_an_interrupted_crawl_keeps_its_rows(tmp_path):
    def answer(path):
        time.sleep(0 if path == "/robots.txt" else 0.2)
        return site(path, pages=99)

    out = tmp_path / "news.jsonl"
    with serve(answer) as (address, asked):
        command = [sys.executable, "-m", "scrapy_denoise", "crawl", address, "-o", str(out)]
        process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment())
        until = time.monotonic() + 60
        while len(asked) < 6 and time.monotonic() < until:
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=300)
    assert process.returncode == 130
    assert "The crawl was interrupted; " in said
    assert out.read_text().count("\n") >= 3
