"""Quotations by their class alone, as forums write them, are quotations of the document."""

import pytest

from scrapy_denoise import denoise

SAID = "We saw the wheel go past our window at four in the morning, and the mill stood still."
ANSWER = "The buses did not run either, whatever the council says, and so we walked home in the rain."
LAST = "I think that both of you are right, and the mill will be rebuilt before the winter."


def thread(quotation):
    post = (
        "<div class=post id=p{n}><p class=author>by <a href=/member.php?u={n}>User{n}</a> » 3 May 2024 10:1{n}</p>"
        "<div class=content>{text}</div></div>"
    )
    texts = (SAID, f"{quotation}<br>{ANSWER}", LAST)
    posts = "".join(post.format(n=n, text=text) for n, text in enumerate(texts, start=1))
    return denoise(f"<title>The flood</title><h1>The flood</h1>{posts}", url="https://forum.example/viewtopic.php?t=3")


@pytest.mark.parametrize(
    "quotation",
    [
        "<div class=forumQuoter>User1 said:</div><div class=forumQuote>{}</div>",
        "<div class=quote><div class=quotetitle>User1 wrote:</div>{}</div>",
        "<div class=bbcode_container><div class=bbcode_quote><div class=quote_container><div class=bbcode_postedby>"
        "Originally posted by User1</div><div class=message>{}</div></div></div></div>",
        "<div class=quote><blockquote>{}</blockquote></div>",
        "<blockquote><div class=quotecontent>{}</div></blockquote>",
        "<table><tr><td class=genmed>User1 wrote:</td></tr><tr><td class=quote>{}</td></tr></table>",
        "<div class=ipsQuote><div class=ipsQuote_citation>User1 said:</div><div class=ipsQuote_contents>{}</div></div>",
        "<p class=quote>{}</p>",
    ],
)
def test_what_a_class_calls_a_quotation_is_one(quotation):
    found = thread(quotation.format(SAID))
    assert f"> {SAID}" in found.markdown.split("\n")
    assert ">" not in found.markdown.replace(f"> {SAID}", "").split(ANSWER)[1]
    assert found.html.count("<blockquote") == 1


@pytest.mark.parametrize("name", ["quoter", "quote-button", "get-a-quote", "js-selectToQuote", "stock-quote"])
def test_other_names_with_the_word_are_no_quotations(name):
    assert ">" not in thread(f"<div class={name}>{SAID}</div>").markdown


def test_a_cell_of_data_is_no_quotation():
    rows = "".join(
        f"<tr><td>{name}</td><td class=quote>{price} crowns a sack</td></tr>"
        for name, price in (("Oats", 3), ("Rye", 4))
    )
    page = (
        f"<h1>Prices</h1><p>{SAID} {ANSWER}</p><table><tr><th>Grain</th><th>Price</th></tr>{rows}</table><p>{LAST}</p>"
    )
    assert "| Oats | 3 crowns a sack |" in denoise(page).markdown
