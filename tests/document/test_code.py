"""Preformatted text is what a reader would copy, in each output."""

import pytest
from helpers.selected import result
from lxml import html as lxml_html

from scrapy_denoise.document import to_json_tree
from scrapy_denoise.document.nodes import Code
from scrapy_denoise.document.render.compiled import render_markdown
from scrapy_denoise.document.tree.builder import build_document


def outputs(html):
    """The one code of a page, and the page as text, Markdown, and the text of its HTML."""
    found = result(f"<p>The river rises.</p>{html}<p>It falls again.</p>")
    document = build_document(found.page, found.selection.kept)
    (code,) = [block for block in document.blocks if isinstance(block, Code)]
    assert {"kind": "code", "text": code.text} in to_json_tree(document)
    return code.text, found.text, render_markdown(document), lxml_html.fromstring(found.html).text_content()


@pytest.mark.parametrize(
    ("html", "code"),
    [
        ("<pre>all:\n\tmake\t-j2\n\n\n\n\nclean:\n</pre>", "all:\n\tmake\t-j2\n\n\n\n\nclean:"),
        ("<pre><code>\n    a = 1  \n\n  b</code></pre>", "    a = 1  \n\n  b"),
        ('<div style="white-space: pre">if a:\n    b()\n</div>', "if a:\n    b()"),
        ('<p style="display:block; white-space:pre">SELECT a\n  FROM b</p>', "SELECT a\n  FROM b"),
        ('<code style="white-space: pre-wrap">a {\n  b\n}</code>', "a {\n  b\n}"),
        ('<code style="display:block;white-space:pre">SELECT a,\n  b\nFROM c;</code>', "SELECT a,\n  b\nFROM c;"),
        ('<div class="code">int main() {<br>&nbsp;&nbsp;return 0;<br>\n  }</div>', "int main() {\n  return 0;\n}"),
        ('<div class="code-block"><b>a</b> =  1<br />\n <i>b</i> = 2<br></div>', "a = 1\nb = 2"),
        ("<code>a = {<br>&nbsp; b<br>}</code>", "a = {\n  b\n}"),
        ("<code>cd mill<br>make all<br>make install</code>", "cd mill\nmake all\nmake install"),
        (
            '<pre><code><div class="row"><span class="select-none" aria-hidden="true">1</span><span>a</span></div>'
            '<div class="row"><span aria-hidden="true">2</span><span>b</span></div></code></pre>',
            "a\nb",
        ),
        (
            '<pre><span style="color:red;-webkit-user-select: none">$ </span>a\n<span aria-hidden=true>*</span>b</pre>',
            "a\n*b",
        ),
        (
            '<pre><code><div class="ec-line"><div class="code">if:\n</div></div><div class="ec-line"><div class="code">'
            '\n</div></div><div class="ec-line"><div class="code"><span>  </span>b\n</div></div></code></pre>',
            "if:\n\n  b",
        ),
        (
            '<pre><code><span class="token-line"><span>if a:</span><br></span><span class="token-line"><span></span>'
            '<br></span><span class="token-line"><span>  </span>b<br></span></code></pre>',
            "if a:\n\n  b",
        ),
        (
            '<pre><span class="line">if a:</span><br><span class="line"></span><br>'
            '<span class="line">\tb</span><br></pre>',
            "if a:\n\n\tb",
        ),
        (
            "<pre><div class=line>if a:</div><div class=line></div><div class=line></div><div class=line>\tb</div>"
            "<div class=copy></div><div class=line>c</div><div class=line></div></pre>",
            "if a:\n\n\n\tb\nc",
        ),
    ],
    ids=[
        "tabs and empty lines",
        "white space at ends",
        "style of a div",
        "style of a paragraph",
        "style of code that wraps",
        "style of code",
        "breaks in an element named code",
        "breaks and collapsed spaces",
        "breaks in code",
        "breaks in code without signs",
        "numbers in rows",
        "prompt that is not selected",
        "lines are blocks",
        "lines with breaks",
        "breaks behind lines",
        "empty blocks",
    ],
)
def test_code_is_kept_to_the_character(html, code):
    found, *others = outputs(html)
    assert found == code
    assert all(code in other for other in others)


def test_code_in_a_quotation_keeps_the_ends_of_its_lines():
    found = result("<blockquote><p>The river rises.</p><pre>a  \n\nb</pre></blockquote><p>It falls.</p>")
    text = render_markdown(build_document(found.page, found.selection.kept))
    assert text.startswith("> The river rises.\n>\n> ```\n> a  \n>\n> b\n> ```\n")


@pytest.mark.parametrize(
    "html",
    [
        '<pre><code><span class="line"><span class="ln">1</span><span>a = 1\n</span></span><span class="ln">2</span>'
        '<span>\n</span><span class="ln">3</span><span>b = 2</span></code></pre>',
        '<pre><span class="linenos"> 9</span>a = 1\n<span class="linenos">10</span>\n<span class="linenos">11</span>'
        "b = 2</pre>",
        '<pre><span style="white-space:pre;user-select:none">1</span>a = 1\n\n<span style="user-select: none">3</span>'
        "b = 2</pre>",
        '<pre><div><div class="gutter"><div class="ln">1</div></div><div>a = 1\n</div></div>\n<div>b = 2</div></pre>',
        '<pre><span style="color:teal">1</span> a = 1\n<span style="color:teal">2</span> \n<b>3</b> <i>b</i> = 2</pre>',
        '<pre><button>Copy</button>a = 1\n\nb = 2</pre>',
        '<pre><code><span class="boring">fn f() {\n</span>a = 1\n\nb = 2\n<span class="boring">}</span></code></pre>',
    ],
    ids=["Hugo", "Sphinx", "inline styles", "Expressive Code", "only numbers", "button", "mdBook"],
)  # fmt: skip
def test_what_is_not_copied_with_code_is_no_part_of_it(html):
    found, *others = outputs(html)
    assert found == "a = 1\n\nb = 2"
    assert all(found in other for other in others)


def test_numbers_in_code_that_are_no_numbers_of_lines_stay():
    assert outputs('<pre><span class="ln">a = 1</span>\n<span class="mi">2</span></pre>')[0] == "a = 1\n2"
    assert outputs('<pre><span class="ln">1</span>\n<span class="ln">2</span></pre>')[0] == "1\n2"
    assert outputs("<pre><b>1</b> a\n<b>2</b> b\nc</pre>")[0] == "1 a\n2 b\nc"
    assert outputs("<pre><b>1</b> a\n<b>3</b> b</pre>")[0] == "1 a\n3 b"
    assert outputs("<pre><b>1</b>,a\n<b>2</b>,b</pre>")[0] == "1,a\n2,b"
    assert outputs("<pre><b>1</b> a = <b>2</b>\n<b>2</b> b = <b>3</b></pre>")[0] == "a = 2\nb = 3"


@pytest.mark.parametrize(
    "html",
    [
        '<p>a<span style="white-space: pre">\t</span>b</p>',
        '<div style="white-space: pre-wrap">a\nb</div>',
        '<div style="white-space: pre">a b</div>',
        "<p>Use <code>a = 1<br>b = 2</code> here.</p>",
        '<div class="code">SAVE20 now<br>Click here</div>',
        '<div class="code"><p>a = 1;</p><p>b<br>c</p></div>',
        '<div class="zip-code">a = 1<br>b = 2</div>',
    ],
)
def test_what_else_has_lines_is_no_code(html):
    found = result(f"<p>The river rises.</p>{html}<p>It falls again.</p>")
    document = build_document(found.page, found.selection.kept)
    assert not [block for block in document.blocks if isinstance(block, Code)]


@pytest.mark.parametrize(
    "behind", ['<div class="hide-box"><span>展开</span></div>', "<div>Copy</div>", '\n<div class="lang">python</div>']
)
def test_a_box_behind_the_code_of_a_pre_is_no_code(behind):
    code, text, markdown, _ = outputs(f"<pre><code>a = 1\nb = 2</code>{behind}</pre>")
    assert code == "a = 1\nb = 2"
    assert "展开" not in text + markdown


def test_boxes_that_are_the_lines_of_a_pre_are_code():
    assert outputs("<pre><div>a = 1</div><div>b = 2</div></pre>")[0] == "a = 1\nb = 2"
    assert outputs("<pre><code>a = 1</code>\n<code>b = 2</code></pre>")[0] == "a = 1\nb = 2"
