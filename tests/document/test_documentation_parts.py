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


@pytest.mark.parametrize(
    "part",
    [
        f"<div class='member-signature'>{SIGNATURE}</div>",
        f"<div class=memproto><table><tr><td>{SIGNATURE}</table></div>",
        f"<div class=Documentation-declaration><div>{SIGNATURE}</div></div>",
        f"<div class='summary-table three-column'><div>{SIGNATURE}</div></div>",
    ],
)
def test_members_between_kept_texts_or_right_behind_one(part):
    between = f"<p>x</p><section><h3>mend</h3>{part}<p>y</p></section>"
    assert text(between, "mend", SIGNATURE) == f"x\nmend\n{SIGNATURE}\ny"
    assert text(between, "mend", SIGNATURE, generator="") == "x\ny"
    assert text(f"<p>x</p>{part}", SIGNATURE) == f"x\n{SIGNATURE}"
    assert text(f"{part}<p>x</p>", SIGNATURE) == "x"
    assert text(f"<p>x</p><p>z</p>{part}", "z", SIGNATURE) == "x"


def test_the_signature_of_a_member_of_a_forum():
    posts = "<p>x</p><div class=signature>Measure twice</div><p>y</p>"
    assert text(posts, "Measure twice", generator="", url="https://a.example/viewtopic.php?t=7") == "x\ny"


@pytest.mark.parametrize(
    ("removed", "whole"),
    [(("Open it",), "Open it\nShut it\nRead it"), (("Open it", "Shut it"), "Read it")],
)
def test_steps_of_which_half_is_kept(removed, whole):
    steps = "<p>x</p><ol><li>Open it<li>Shut it<li>Read it</ol><p>y</p>"
    assert text(steps, *removed) == f"x\n{whole}\ny"
    kept = "\n".join(step for step in ("Open it", "Shut it", "Read it") if step not in removed)
    assert text(steps, *removed, generator="") == f"x\n{kept}\ny"


def test_terms_of_which_half_is_kept():
    terms = "<p>x</p><dl><dt>Parameters:<dd>planks<dd>wood<dt>Throws:<dd>TideException</dl><p>y</p>"
    assert text(terms, "Throws:", "TideException") == "x\nParameters:\nplanks\nwood\nThrows:\nTideException\ny"


@pytest.mark.parametrize("generator", ["javadoc/ClassWriterImpl", "Doxygen 1.9.8", "rustdoc"])
def test_programs_that_write_documentation(generator):
    found = denoise(f"<meta name=generator content='{generator}'><title>Pier</title><h1>Pier</h1><p>A pier.</p>")
    assert found.page_type == "documentation"
