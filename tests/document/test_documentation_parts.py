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
