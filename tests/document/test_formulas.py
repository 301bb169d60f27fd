"""Formulas that a page writes in TeX have one form, wherever they stand."""

import pytest
from helpers.selected import result

from scrapy_denoise.document.nodes import Math
from scrapy_denoise.document.render.compiled import render_markdown
from scrapy_denoise.document.tree import tex
from scrapy_denoise.document.tree.builder import build_document
from scrapy_denoise.document.tree.tex import TexInText

SCRIPT = '<script src="/js/mathjax.js"></script>'
DOLLARS = "<script>MathJax = {tex: {inlineMath: [['$', '$']]}}</script>"


def markdown(html):
    found = result(html)
    return render_markdown(build_document(found.page, found.selection.kept))


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ('<p>Be <span class="math notranslate">\\(x_{1}\\)</span> so.</p>', "Be $`x_{1}`$ so."),
        ('<p>Be <span class="arithmatex">\\(x_{1}\\)</span> so.</p>', "Be $`x_{1}`$ so."),
        (f"{SCRIPT}<p>Be \\(x_{{1}}\\) so.</p>", "Be $`x_{1}`$ so."),
        (f"{DOLLARS}<p>Be $x_1$ and \\$5, $6.</p>", "Be $`x_1`$ and \\\\$5, $6."),
        (f"{SCRIPT}<p>Be $x_1$ so.</p>", "Be $`x_1`$ so."),
        (f"{SCRIPT}<p>Be \\(x\\) for $x$ of $5 or $6.</p>", "Be $`x`$ for $x$ of $5 or $6."),
        ("<p>水位$x_1$和$y^2$是<b>$\\alpha$</b></p>", "水位$`x_1`$和$`y^2`$是$`\\alpha`$"),
        ("<p>Be $user_name or $foo_1,$bar or $my_name$ or US$ 5_3 $.</p>", None),
        ("<p>Be $x_1<br>and y$.</p>", "Be $x_1\\\nand y$."),
        ("<p>a $$<br>x_1 = y<br>+ z<br>$$<br>b</p>", "a\n\n```math\nx_1 = y\n+ z\n```\n\nb"),
        ("<p>a $x_<i>1$</i> b</p>", "a $x\\_*1$* b"),
        (f"{SCRIPT}<p>Be <code>\\(x\\)</code> so.</p>", "Be `\\(x\\)` so."),
        ("<p>Be \\(x\\) so.</p>", "Be \\\\(x\\\\) so."),
        ('<p>Be <script type="math/tex">x_{1}</script> so.</p>', "Be $`x_{1}`$ so."),
        (
            '<p>Be <span class="MathJax_Preview">x1</span><script type="math/tex">x_{1}</script> so.</p>',
            "Be $`x_{1}`$ so.",
        ),
        (
            '<p>a</p><script type="math/tex; mode=display">% <![CDATA[\nx &= 1 %]]></script><p>b</p>',
            "a\n\n```math\nx &= 1\n```\n\nb",
        ),
        (
            '<p>a</p><div class="math"><span class="eqno">(1)</span>\\[x &lt; 1\\]</div><p>b</p>',
            "a\n\n(1)\n\n```math\nx < 1\n```\n\nb",
        ),
        (
            '<p>Be <script type="math/tex">\\begingroup</script> so <script type="math/tex">\\endgroup</script>.</p>',
            "Be so .",
        ),
        (f"{SCRIPT}<p>a $$x_1$$ b</p>", "a\n\n```math\nx_1\n```\n\nb"),
    ],
)
def test_formulas_in_tex(html, text):
    if text is None:
        assert "`" not in markdown(html)
    else:
        assert markdown(html) == text


def test_text_has_the_tex_of_scripts_and_not_what_is_shown_of_it():
    page = result('<p>Be <span class="MathJax_Preview">x1</span><script type="math/tex">x_{1}</script> so.</p>')
    assert page.text == "Be x_{1} so."


def test_signs_that_nothing_closes_are_text():
    found = TexInText(lambda: frozenset(("\\(", "$$")))
    assert found.parts("a \\( b $$ c") == ["a \\( b $$ c"]
    assert found.parts("\\(a\\)\\(\\) b") == [Math("a", "tex"), "\\(\\) b"]


def test_prices_are_no_formulas_and_what_is_evident_behind_them_is_one():
    prices = "$ 12 and $ 13 and $$ 14 "
    assert TexInText(frozenset).parts(prices * 2 + "$x_1$ is so") == [
        prices * 2,
        Math("x_1", "tex"),
        " is so",
    ]
    assert TexInText(lambda: frozenset(("\\(",))).parts(prices + "\\(a\\)") == [prices, Math("a", "tex")]


def test_evident_tex_is_looked_for_once_and_not_behind_each_sign(monkeypatch):
    class Counted:
        searches = 0

        def search(self, *arguments):
            self.searches += 1
            return pattern.search(*arguments)

    pattern, counted = tex._EVIDENT, Counted()
    monkeypatch.setattr(tex, "_EVIDENT", counted)
    assert len(TexInText(frozenset).parts("$ 12 or " * 1_000 + "a_1")) == 1
    assert counted.searches <= 3
