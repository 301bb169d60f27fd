"""Links of an article's own text are no entries; lists within the text, and beside it, are."""

import pytest

from scrapy_denoise import denoise

STORY = [
    "The river rose in the night, and by the morning the lower road was under water as far as the mill.",
    "Nobody was hurt, said the warden, but two carts and the planks of the old bridge were swept away.",
    "The council meets on Tuesday, and it will have to say who pays for the new bridge and when it is built.",
    "Farmers beyond the ford have asked for a ferry until then, which the miller has offered to build himself.",
    "The last flood of this kind was forty years ago, and the mark on the church wall still shows its height.",
]
TITLES = ["The mill before the flood", "How to build a ferry", "Marks on the church wall", "Who pays for the bridge"]


def entries_of(text, beside=""):
    body = f"<main><article><h1>The flood of the lower road</h1>{text}</article></main>{beside}"
    found = denoise(
        f"<title>The flood of the lower road</title>{body}", url="https://gazette.example/2024/05/flood-of-the-road"
    )
    assert found.page_type == "article"
    return [entry.title for entry in found.entries]


def between_paragraphs(parts):
    return "".join(f"<p>{story} {story}</p>{part}" for story, part in zip(STORY, parts, strict=True))


def links(titles):
    return "".join(f"<li><a href='/2024/04/{title.lower().replace(' ', '-')}'>{title}</a></li>" for title in titles)


SOURCE = (
    "<p>The water at mill no. {n} is on the map: <a href='https://maps.example/{n}'>https://maps.example/{n}</a></p>"
)
WORD = "<ul><li><a href='/word/{n}'>Weir no. {n}</a>: Keeps the water back at mill no. {n}.</li></ul>"


@pytest.mark.parametrize("part", [SOURCE, WORD])
def test_links_between_paragraphs_are_no_entries(part):
    assert entries_of(between_paragraphs(part.format(n=n) for n in range(5))) == []


def test_a_list_within_the_text_is_one():
    story = between_paragraphs([""] * 5)
    assert entries_of(f"{story}<h2>More of the river</h2><ul>{links(TITLES)}</ul><p>{STORY[0]}</p>") == TITLES


def test_a_list_at_the_path_of_links_in_sentences_is_one():
    more = f"<h2>More stories of the river</h2><ul>{links(TITLES)}</ul><p>{STORY[0]}</p>"
    assert entries_of(between_paragraphs(WORD.format(n=n) for n in range(5)) + more) == TITLES


def test_links_that_open_items_or_are_headings_are_a_list():
    named = [(title, f"/2024/04/{n}-flood-of-the-mill", STORY[n]) for n, title in enumerate(TITLES)]
    items = "".join(f"<li>[<a href={url}>{title}</a>] - {text}</li>" for title, url, text in named)
    assert len(entries_of(between_paragraphs([""] * 5) + f"<ul>{items}</ul>")) == len(TITLES)
    sections = "".join(f"<h2><a href={url}>{title}</a></h2><p>{text}</p>" for title, url, text in named)
    assert entries_of(between_paragraphs([""] * 5) + sections) == TITLES


def test_lists_beside_the_text_stay():
    text = between_paragraphs(SOURCE.format(n=n) for n in range(5))
    teasers = "".join(
        f"<div class=teaser><h3><a href='/2024/04/{n}-flood-of-the-mill'>{title}</a></h3><p>By ferry.</p></div>"
        for n, title in enumerate(TITLES)
    )
    assert entries_of(text, f"<section><h2>Further stories</h2>{teasers}</section>") == TITLES
