"""What the classes of microformats (h-entry, h-card) say of a post, its author and the responses to it."""

from scrapy_denoise import denoise

TEXT = (
    "<p>The mill stands at the bend of the river, and its wheel has turned for three hundred years without a pause.</p>"
    "<p>When the water is high the miller opens the second gate, so that the wheel does not run faster than it may.</p>"
    "<p>In a dry summer both gates are shut at night, and the pond is full again by the time the first cart comes.</p>"
)


def read(head, behind=""):
    page = (
        f"<html><head><title>The old mill</title></head><body><main class=h-entry><h1 class=p-name>The old mill</h1>"
        f"{head}<div class=e-content>{TEXT}</div>{behind}</main></body></html>"
    )
    return denoise(page, "https://ann.example/2026/03/the-old-mill")


def test_the_name_in_a_card_is_the_author():
    card = "<div class='p-author h-card'><a class='u-url {}' href=/>Ann Lee</a> <a class=u-nickname>@ann</a></div>"
    assert read(card.format("p-name")).metadata.authors == ("Ann Lee",)
    assert read(card.format("fn")).metadata.authors == ("Ann Lee",)
    assert read("<p class='p-author h-card'>Ann Lee</p>").metadata.authors == ("Ann Lee",)


def test_responses_are_comments():
    response = (
        "<div class='{} h-cite'><a class='p-author h-card' href=https://{}.example/>{}</a><p class=e-content>{}</p>"
        "<a class=u-url href=x><time class=dt-published datetime=2026-03-1{}T10:20:00+02:00>March</time></a></div>"
    )
    said = ["We had a mill of our own until the flood took its wheel.", "Is the second gate still the one of oak?"]
    for name in ("p-comment", "u-comment"):
        responses = response.format(name, "bo", "Bo Young", said[0], 1) + response.format(name, "cy", "Cy", said[1], 2)
        found = read("<a class='p-author h-card' href=/>Ann Lee</a>", f"<h3>Responses</h3>{responses}")
        assert [(one.author, one.published[:10], one.text) for one in found.comments] == [
            ("Bo Young", "2026-03-11", said[0]),
            ("Cy", "2026-03-12", said[1]),
        ]
        assert found.metadata.authors == ("Ann Lee",)
        assert said[0] not in found.text
