"""Advertisements under their sponsor's name, offers to pay, and other articles below one are no content."""

import pytest

from scrapy_denoise import denoise

STORY = "".join(
    f"<p>{sentence * 3}</p>"
    for sentence in (
        "The council of Lower Marsh agreed on Tuesday to rebuild the wooden bridge over the Wend. ",
        "Carpenters from the village will do the work, and the oak will come from the forest above the mill. ",
        "Until the new one is open, buses go by the ford, which is passable in dry weeks. ",
    )
)
WHEELS = "Whoever lives beside a mill is kept awake by the wheel, and dozes at noon. "


def text(body, url="https://gazette.example/2024/bridge.html"):
    page = (
        f"<title>The bridge is rebuilt | Gazette</title><nav><a href=/>Home</a></nav>{body}<footer>© Gazette</footer>"
    )
    return denoise(page, url=url).text


@pytest.mark.parametrize(
    "label",
    ["A message from Millers", "Sponsored by Mills & Co", "PRESENTED BY MILLERS", "Präsentiert von Müllers Rädern"],
)
@pytest.mark.parametrize(
    "advertisement",
    [
        "<div><p class=label>{}</p><p>{}</p><p>Our wheels of larch turn more softly than any of iron.</p></div>",
        "<section><h4>{}</h4><div><p>{}</p><a href=https://m.example/x>Order one</a></div></section>",
        "<table><tr><td><b>{}</b><p>{}</p></td></tr></table>",
    ],
)
def test_an_advertisement_goes_with_the_name_of_its_sponsor(label, advertisement):
    inside = advertisement.format(label, WHEELS)
    for body in (f"{STORY}{inside}", f"{STORY}{inside}{STORY}"):
        found = text(f"<h1>The bridge is rebuilt</h1><div>{body}</div>")
        assert "kept awake" not in found
        assert "Lower Marsh" in found


@pytest.mark.parametrize("label", ["Advertisement", "ANZEIGE", "Publicité", "РЕКЛАМА", "広告"])
@pytest.mark.parametrize(
    "advertisement",
    [
        "<div class=box><span>{}</span><p>{}</p></div>",
        "<aside><h5>{}</h5><p>{} <a href=https://m.example/x>Order one</a></p></aside>",
        "<div><small>{}</small><div>{}</div><p>Our wheels of larch turn more softly than any of iron.</p></div>",
    ],
)
def test_an_advertisement_goes_with_its_label(label, advertisement):
    body = f"<h1>The bridge is rebuilt</h1><div>{STORY}{advertisement.format(label, WHEELS)}{STORY}</div>"
    found = text(body)
    assert "kept awake" not in found
    assert "Lower Marsh" in found


@pytest.mark.parametrize("place", ["<div><div>{}</div></div>", "<div class=slot><span>{}</span></div>"])
def test_the_place_of_an_advertisement_takes_nothing_behind_it_along(place):
    found = text(f"<h1>The bridge is rebuilt</h1><div>{STORY}</div><div>{place.format('Reklama')}<p>{WHEELS}</p></div>")
    assert "kept awake" in found
    assert "Reklama" not in found


def test_what_a_sponsor_presents_as_a_whole_is_content():
    assert "Lower Marsh" in text(f"<h1>The bridge is rebuilt</h1><div><p>Presented by Mills & Co</p>{STORY}</div>")


@pytest.mark.parametrize(
    "offer",
    [
        "<div class=ia-paywall><form action=/buy><h2>Read on!</h2><p>{}</p><button>Read for 0.99</button></form></div>",
        "<section id=paywall><p>{}</p><button>Subscribe</button></section>",
        "<div class='regwall box'><p>{}</p><input type=email><input type=submit></div>",
    ],
)
def test_an_offer_to_pay_is_no_content(offer):
    found = text(
        f"<h1>The bridge is rebuilt</h1><article>{offer.format('For a crown you may read all of it.')}{STORY}</article>"
    )
    assert "For a crown" not in found
    assert "Lower Marsh" in found


def test_the_rest_behind_a_wall_is_content():
    paragraphs = STORY.replace("<p>", "<p class=paywall>")
    assert "passable in dry weeks" in text(f"<h1>The bridge is rebuilt</h1><article>{paragraphs}</article>")
    assert "passable in dry weeks" in text(f"<h1>The bridge is rebuilt</h1><div class=paywall>{STORY}</div>")


TOLLS = "Tolls have always played a part in quarrels of valleys, and the miller closed his weir to the boats. " * 3


@pytest.mark.parametrize(
    "other",
    [
        "<div class=more><h1>Tolls as a weapon</h1><div>By <a rel=author href=/a>Mia Holt</a></div><p>{}</p></div>",
        "<article><header><h1><a href=/t>Tolls as a weapon</a></h1><time>3 May 2024</time></header><p>{}</p></article>",
        "<section><div><h1>Tolls as a weapon</h1></div><p>Posted on 3 May 2024</p><div><p>{}</p></div></section>",
    ],
)
def test_other_articles_below_one_are_none_of_it(other):
    for around in ("<article>{}</article>{}{}", "<div><article>{}</article>{}</div>{}"):
        found = text(around.format(f"<h1>The bridge is rebuilt</h1>{STORY}", other.format(TOLLS), other.format(TOLLS)))
        assert "Lower Marsh" in found
        assert "Tolls" not in found


def test_sections_with_headings_of_the_highest_rank_are_of_the_article():
    body = f"<h1>The bridge is rebuilt</h1>{STORY}<section><h1>Tolls</h1><p>{TOLLS}</p></section>"
    assert "Tolls have always" in text(body)
    signed = "<div><h1>{}</h1><p>By Mia Holt</p>{}</div>"
    posts = signed.format("The river", STORY) + signed.format("The tolls", f"<p>{TOLLS}</p>")
    assert "Tolls have always" in text(posts)  # no heading is the title of the page


def test_a_line_of_preformatted_text_that_names_a_sponsor_begins_no_row():
    result = denoise(f"<h1>The bridge is rebuilt</h1>{STORY}<pre>cd marsh\nSponsored by Mills\n</pre>")
    assert result.reason == ""
    assert result.text.endswith("cd marsh\nSponsored by Mills")
