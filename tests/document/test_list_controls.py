"""Menus, buttons and elements named as filters beside the entries of a list are no text."""

import pytest

from scrapy_denoise import denoise

NAMES = "Willow Brook Heron Alder Larch Finch Moss Fern".split()
CARDS = "".join(
    f"<li class=card><a href=/p/{n}><img src=/i/{n}.jpg alt=''><div class=name>{name} lamp</div>"
    f"<div class=price>${90 + n * 7}.00</div></a></li>"
    for n, name in enumerate(NAMES)
)


def text_of(controls):
    nav = "<nav><ul><li><a href=/c>Lamps</a></li><li><a href=/s>Sale</a></li></ul></nav>"
    header = f"<header><a href=/>Valley</a>{nav}</header>"
    page = f"<title>Lamps | Valley</title><body>{header}<main><h1>Lamps</h1>{controls}<ul>{CARDS}</ul></main></body>"
    return denoise(page, url="https://valley.example/lamps").text


def buttons(*names):
    items = (f"<li><button>{name} <span>({n + 2})</span></button></li>" for n, name in enumerate(names))
    return f"<ul>{''.join(items)}</ul>"


@pytest.mark.parametrize(
    "controls",
    [
        f"<div><button>Use</button>{buttons('Commuter', 'Trail')}<button>Size</button>{buttons('S', 'L')}</div>",
        "<div class=sort><div>Sort</div><ul><li>Best sellers</li><li>Newest first</li><li>Lowest price</li></ul></div>",
        "<aside class=product-filters><p>Colour</p><ul><li>Red (2)</li><li>Black (3)</li></ul></aside>",
        "<div><select><option>Best sellers<option>Newest first</select></div>",
    ],
)
def test_controls_are_no_text(controls):
    text = text_of(controls)
    assert all(f"{name} lamp" in text for name in NAMES)
    assert not any(word in text for word in ("Use", "Commuter", "Best sellers", "Lowest", "Colour", "Red (2)"))


def test_a_button_that_is_a_heading_opens_a_text():
    about = "The lamps of the valley are made of oak and brass, by hand, and burn for a hundred hours."
    text = text_of(f"<h2><button>How are they made?</button></h2><div><p>{about}</p></div>")
    assert about in text
