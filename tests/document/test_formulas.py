"""Formulas that a page writes in TeX have one form, wherever they stand."""

import pytest
from helpers.selected import result

from scrapy_denoise.document.compiled import XPaths
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


def formula(inner):
    """A formula in a line of text: in the text, and in Markdown."""
    html = f"<p>Be {inner} so.</p>"
    found = result(html)
    return found.text[3:-4], markdown(html)[3:-4]


@pytest.mark.parametrize(
    ("mathml", "line", "source"),
    [
        ("<mi>x</mi><mo>=</mo><mfrac><mi>a</mi><mi>b</mi></mfrac>", "x=a/b", r"x=\frac{a}{b}"),
        (
            "\n <mi>x</mi>\n <mo>=</mo>"
            "<mfrac><mrow><mi>a</mi><mo>+</mo><mn>1</mn></mrow> <msqrt> <mn>2</mn></msqrt></mfrac>",
            "x=(a+1)/√(2)",
            r"x=\frac{a+1}{\sqrt{2}}",
        ),
        (
            "<mfrac><mn>1</mn><mn>2</mn></mfrac><msup><mi>x</mi><mrow><mi>n</mi><mo>+</mo><mn>1</mn></mrow></msup>",
            "(1/2)x^(n+1)",
            r"\frac{1}{2}x^{n+1}",
        ),
        (
            "<mroot><mrow><mi>x</mi><mo>-</mo><mi>y</mi></mrow><mn>3</mn></mroot><mo>+</mo>"
            "<msubsup><mi>a</mi><mi>i</mi><mn>2</mn></msubsup>",
            "(x-y)^(1/3)+a_i^2",
            r"\sqrt[3]{x-y}+a_{i}^{2}",
        ),
        (
            "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>i</mi>",
            "∑_(i=1)^ni",
            "∑_{i=1}^{n}i",
        ),
        ("<mover><mi>x</mi><mo>¯</mo></mover>", "x¯", r"\overline{x}"),
        (
            "<msup><mrow><mo>(</mo><mi>a</mi><mo>+</mo><mi>b</mi><mo>)</mo></mrow><mn>2</mn></msup>",
            "(a+b)^2",
            "{(a+b)}^{2}",
        ),
        ("<mfrac><mfrac><mi>a</mi><mi>b</mi></mfrac><mi>c</mi></mfrac>", "(a/b)/c", r"\frac{\frac{a}{b}}{c}"),
        ("<mfenced><mi>a</mi><mi>b</mi></mfenced>", "(a, b)", "(a,b)"),
        (
            "<mtable><mtr><mtd><mi>x</mi></mtd><mtd><mo>=</mo></mtd><mtd><mi>y</mi></mtd></mtr>"
            "<mtr><mtd><mi>u</mi></mtd><mtd><mi></mi><mo>=</mo><mi>v</mi></mtd></mtr></mtable>",
            "x=y; u=v",
            r"\begin{matrix}x & = & y \\ u & =v\end{matrix}",
        ),
        (
            "<mo>[</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr>"
            "<mtr><mtd><mn>0</mn></mtd><mtd><mn>1</mn></mtd></mtr></mtable><mo>]</mo>",
            "[1, 0; 0, 1]",
            r"[\begin{matrix}1 & 0 \\ 0 & 1\end{matrix}]",
        ),
        (
            "<semantics><mrow><mi>y</mi><mtext>if</mtext></mrow>"
            "<annotation encoding='StarMath 5.0'>y size 12</annotation></semantics>",
            "yif",
            r"y\text{if}",
        ),
    ],
)
def test_mathml_without_tex_stays_the_same_formula(mathml, line, source):
    assert formula(f"<math>{mathml}</math>") == (line, f"$`{source}`$")


_HIDDEN = '<span style="display: none"><math><mi>s</mi></math></span>'
_STATED = r'<semantics><mi>s</mi><annotation encoding="application/x-tex"> \frac{s}{2} </annotation></semantics></math>'


@pytest.mark.parametrize(
    ("html", "source"),
    [
        (r'<math alttext="\frac{a}{b}"><mfrac><mi>a</mi><mi>b</mi></mfrac></math>', r"\frac{a}{b}"),
        (r'<span data-math="x=\frac{a}{b}"><span><span>x</span>=a<span>b</span></span></span>', r"x=\frac{a}{b}"),
        ('<span data-latex="x^2"><span>x2</span></span>', "x^2"),
        ('<span class="formula" data-tex="a_1=b"><i>a1</i></span>', "a_1=b"),
        (r'<img class="latex" alt="A \circ B" src="/a.png">', r"A \circ B"),
        ('<img class="latex" alt="x" src="/a.png">', "x"),
        (_HIDDEN + r'<img class="mwe-math-fallback" aria-hidden=true alt="{\displaystyle s}">', r"{\displaystyle s}"),
        (f'<span style="display:none"><math>{_STATED}</span> <img class="mwe-math-fallback">', r"\frac{s}{2}"),
        (f'<span hidden><math>{_STATED}</span><!-- --><img src="/f/1.png" alt="">', r"\frac{s}{2}"),
        (f'<img src="/f/1.png"><math style="display: none">{_STATED}', r"\frac{s}{2}"),
        (f'<span hidden><math>{_STATED}</span><img class="latex" alt="x+1" src="/f/1.png">', "x+1"),
        (r'<img src="/eq1.png" alt="$\alpha+1$">', r"\alpha+1"),
        (r'<img src="/eq1.png" alt="\(\alpha\)">', r"\alpha"),
        (r'<img src="/cgi-bin/mathtex.cgi?\lambda+1">', r"\lambda+1"),
        (r'<img src="https://tex.example/svg.latex?\frac{a}{b}&space;c" alt="">', r"\frac{a}{b} c"),
        ('<img src="https://draw.example/equation?tex=%5Cfrac%7Ba%7D%7Bb%7D+c">', r"\frac{a}{b} c"),
        ('<img src="https://draw.example/chart?cht=tx&chl=%5Csqrt%7Ba%7D">', r"\sqrt{a}"),
        (r'<img class="equation_image" data-equation-content="y=\sin x" alt="LaTeX: y">', r"y=\sin x"),
    ],
)
def test_the_tex_that_a_page_states_in_an_attribute_is_the_formula(html, source):
    assert formula(html) == (source, f"$`{source}`$")


@pytest.mark.parametrize(
    "html",
    [
        '<img class="math" src="/b.png" alt="A book of mathematics">',
        r'<img src="/a.png" alt="C:\Users\Public">',
        '<img src="/latex-gloves.jpg?v=12" alt="Gloves">',
        '<img class="latex" src="/a.png" alt="">',
        '<img src="/text?tex" alt="">',
        '<span data-math="true"></span>',
        '<span data-formula="1"></span>',
        '<span data-tex="the word"></span>',
        _HIDDEN + '<img src="/a.png" alt="">',
        f'<img src="/a.png" alt="A river"><span hidden><math>{_STATED}</span>',
        f'<img src="/a.png" alt=""><span hidden>no<math>{_STATED[:20]}</math></span>',
    ],
)
def test_another_picture_or_attribute_is_no_formula(html):
    assert result(f"<p>Be {html} so.</p>").text == "Be so."
    assert "`" not in markdown(f"<p>Be {html} so.</p>")


def test_a_formula_on_a_line_of_its_own():
    html = '<p>a</p><p><img class="math-display" alt="\\frac{a}{b}" src="/s.svg"></p><p>b</p>'
    assert markdown(html) == "a\n\n```math\n\\frac{a}{b}\n```\n\nb"
    html = "<p>a</p><math display=block><mfrac><mi>a</mi><mi>b</mi></mfrac></math><p>b</p>"
    assert markdown(html) == "a\n\n```math\n\\frac{a}{b}\n```\n\nb"


def test_a_formula_that_stands_as_mathml_and_as_a_picture_is_read_once():
    html = '<math alttext="\\frac{a}{b}"><mi>x</mi></math><img class="math" alt="\\frac{a}{b}" src="/s.svg">'
    assert result(f"<p>Be {html} so.</p>").text == "Be \\frac{a}{b} so."


def test_hidden_mathml_away_from_a_picture_or_shown_beside_it_is_not_the_formula_of_that():
    html = f'<span hidden><math>{_STATED}</span> so <img src="/a.png" alt="">.'
    assert result(f"<p>Be {html}</p>").text.count("frac") == 0
    html = f'<math>{_STATED} <img src="/a.png" alt="">'
    assert result(f"<p>Be {html}</p>").text.count("frac") == 1


def test_the_block_of_a_formula_in_an_attribute_is_found_in_the_page():
    found = result('<p>Be</p><div><img class="latex" alt="A \\circ B" src="/a.png"></div>')
    columns = found.page.columns
    row = int(columns.text_rows[-1])
    path = XPaths(found.page).xpath(row)
    assert [element.get("class") for element in found.page.tree.xpath(path)] == ["latex"]
    assert int(columns.position[row]) == 0
    assert columns.text_of(row) == "A \\circ B"


def test_the_html_of_a_formula_is_its_mathml():
    inner = "<!-- c --><mfrac> <mi mathvariant=bold>a</mi><mi>b</mi></mfrac><annotation>no</annotation>"
    found = result(f"<p>Be <math>{inner}</math> so.</p>")
    assert "<math><mfrac><mi>a</mi><mi>b</mi></mfrac></math>" in found.html
