"""On documentation, signatures, grids and parameters of members, and lists of steps and terms, are whole."""

import pytest
from helpers.selected import URL, result

from scrapy_denoise import denoise
from scrapy_denoise.document.selection.completion import complete_structures
from scrapy_denoise.result import Result

SIGNATURE = "int mend(int planks)"


def text(html, *removed, generator="Sphinx", url=URL):
    found = result(f"<meta name=generator content='{generator}'><main>{html}</main>", *removed, url=url)
    return Result(found.page, complete_structures(found.page, found.selection)).text


def test_the_signature_of_a_member_of_a_forum():
    posts = "<p>x</p><div class=signature>Measure twice</div><p>y</p>"
    assert text(posts, "Measure twice", generator="", url="https://a.example/viewtopic.php?t=7") == "x\ny"


@pytest.mark.parametrize("generator", ["javadoc/ClassWriterImpl", "Doxygen 1.9.8", "rustdoc"])
def test_programs_that_write_documentation(generator):
    found = denoise(f"<meta name=generator content='{generator}'><title>Pier</title><h1>Pier</h1><p>A pier.</p>")
    assert found.page_type == "documentation"


LONG = " ".join(["book"] * 500)
LINKS = "<ul><li><a href=/d/1>check</a></li><li><a href=/d/2>rules</a></li></ul>"


@pytest.mark.parametrize(
    ("html", "removed", "expected"),
    [
        (f"<p>x</p><h2>API</h2>{LINKS}<p>y</p>", ("check", "rules"), "x\nAPI\ncheck\nrules\ny"),
        (f"<p>x</p><h2>API</h2>{LINKS}", ("check", "rules"), "x\nAPI"),
        ("<p>x</p><h2>References</h2><p><a href=/b>book</a></p>", ("book",), "x\nReferences\nbook"),
        ("<p>x</p><h2>Further reading</h2><p><a href=/b>book</a></p>", ("Further reading", "book"),
         "x\nFurther reading\nbook"),
        ("<p>x</p><h2>See also</h2><div><a href=/b>book</a></div><h2>License</h2><p>y</p>", ("book",),
         "x\nSee also\nbook\nLicense\ny"),
        (f"<p>x</p><h2>References</h2><p><a href=/b>{LONG}</a></p>", (LONG,), "x\nReferences"),
    ],
)  # fmt: skip
def test_links_to_what_is_described_and_referred_to(html, removed, expected):
    assert text(html, *removed) == expected


def test_such_links_on_other_pages():
    html = f"<p>x</p><h2>More</h2>{LINKS}<p>y</p><h2>Further reading</h2><p><a href=/b>book</a></p>"
    assert text(html, "check", "rules", "book", generator="") == "x\nMore\ny\nFurther reading"
