"""Headings with lists right under them, as of vacancies, are content."""

import json

import pytest
from helpers.selected import URL, result

from scrapy_denoise import denoise
from scrapy_denoise.document.selection.completion import complete_structures
from scrapy_denoise.result import Result

TASKS = "<h3>Your tasks</h3><ul><li>Mend piers<li>Order oak</ul>"
SKILLS = "<h3>Your skills</h3><ul><li>Five years with oak</ul>"
SECTIONS = ("Your tasks", "Mend piers", "Order oak", "Your skills", "Five years with oak")
WHOLE = "\n".join(SECTIONS)


def text(html, *removed, url=URL):
    found = result(html, *removed, url=url)
    return Result(found.page, complete_structures(found.page, found.selection)).text


@pytest.mark.parametrize(
    ("html", "whole"),
    [
        (f"<div><p>x</p>{TASKS}{SKILLS}<p>y</p></div>", f"x\n{WHOLE}\ny"),
        (f"<div><div>x</div><div>{TASKS}</div><section><div>{SKILLS}</div></section><p>y</p></div>", f"x\n{WHOLE}\ny"),
        (f"<div><p>x</p>{TASKS}{SKILLS}<h3>Our mill</h3><p>y</p></div>", f"x\n{WHOLE}\nOur mill\ny"),
        (f"<div><p>x</p>{TASKS}{SKILLS}</div><p>y</p>", "x\ny"),
        (f"<p>x</p><div>{TASKS}{SKILLS}</div>", "x"),
        (f"<div><p>x</p>{TASKS}<p>Apply</p>{SKILLS}<p>y</p></div>", "x\ny"),
        (f"<div><p>x</p>{TASKS.replace('Mend piers', '<a href=/m>Mend piers</a>')}{SKILLS}<p>y</p></div>", "x\ny"),
    ],
)
def test_sections_between_kept_texts(html, whole):
    assert text(html, *SECTIONS, "Our mill", "Apply") == whole


def test_not_in_a_thread():
    html = f"<div><p>x</p>{TASKS}{SKILLS}<p>y</p></div>"
    assert text(html, *SECTIONS, url="https://a.example/viewtopic.php?t=7") == "x\ny"


def test_of_a_vacancy():
    about = "<p>The bridge at the mill was built of pine, and it did not last for more than three winters.</p>"
    mill = "<p>The mill has stood at the river for two hundred years, and the town brings its grain and its logs.</p>"
    closing = "<p>We are a mill of forty people, and we welcome whoever wants to work with wood, from anywhere.</p>"
    boxes = "".join(f"<div class=section>{part}</div>" for part in (about + mill, TASKS, SKILLS, closing))
    head = "<div class=headline><h2>Carpenter</h2><div>Quarry Town /</div><a href=/apply>Apply for this job</a></div>"
    found = denoise(
        f"<title>Mill Works - Carpenter</title>{head}<div class=wrapper>{boxes}</div>", "https://a.example/m/1"
    )
    assert WHOLE in found.text


def test_what_a_page_states_of_its_one_vacancy():
    about = "Of the mill at the river, which has stood there for two hundred years."
    parts = f"<p>{about}</p>{TASKS}{SKILLS}"

    def page(*stated):
        data = json.dumps([{"@type": "JobPosting", "title": "Carpenter", "description": one} for one in stated])
        script = f"<script type='application/ld+json'>{data}</script>"
        return f"{script}<p>x</p><ul><li>Order oak</ul><p>y</p><div>{parts}</div><p>Apply</p>"

    removed = (*SECTIONS, about, "y", "Apply")
    assert text(page(parts), *removed) == f"x\n{about}\n{WHOLE}"
    assert text(page(parts.replace("<", "&lt;")), *removed) == f"x\n{about}\n{WHOLE}"
    for other in (page(), page("A mill."), page(TASKS + SKILLS), page(parts, "Another one.")):
        assert text(other, *removed) == "x"
