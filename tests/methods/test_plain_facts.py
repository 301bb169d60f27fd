"""Pages without running text: what stands with their lines with figures is content."""

import pytest

from scrapy_denoise import denoise

MENU = "<div><a href=/>Home</a> <a href=/tour>Tour</a> <a href=/prices>Prices</a> <a href=/contact>Contact</a></div>"
LEGAL = "<footer><p>© 2024 Rowan Salon, 555 0100, 12 Mill Lane</p><a href=/privacy>Privacy</a></footer>"
PRICES = "".join(
    f"<div><h2>{group}</h2>"
    + "".join(f"<div><div>{name}</div><div>{price} €</div></div>" for name, price in lines)
    + "</div>"
    for group, lines in {"Women": [("Cut", 48), ("Colour", 62)], "Men": [("Trim", 29), ("Beard", 18)]}.items()
)
WEATHER = "".join(
    f"<div><div>{day}</div><div>{high}°</div><div>{low}°</div><div>{sky}</div></div>"
    for day, high, low, sky in (("Monday", 9, 4, "Showers"), ("Tuesday", 11, 6, "Clouds"), ("Friday", 7, 2, "Sun"))
)
CONTACT = (
    "<div><div><b>Address</b><div>Mill Lane 5, 1096 Marsund</div></div>"
    "<div><b>Phone</b><div>555 0100</div></div><div><b>Hours</b><div>Mon–Fri 9–17, Sat 10–13</div></div></div>"
)


def cleaned(body, title="Rowan", **options):
    return denoise(f"<title>{title}</title>{MENU}<h1>{title}</h1>{body}{LEGAL}", "https://rowan.example/x", **options)


@pytest.mark.parametrize(
    ("body", "lines"),
    [
        (f"<div>{PRICES}</div>", "Women|Cut|48 €|Colour|62 €|Men|Trim|29 €|Beard|18 €"),
        (f"<main>{WEATHER}</main>", "Monday|9°|4°|Showers|Tuesday|11°|6°|Clouds|Friday|7°|2°|Sun"),
        (CONTACT, "Address|Mill Lane 5, 1096 Marsund|Phone|555 0100|Hours|Mon–Fri 9–17, Sat 10–13"),
    ],
)
def test_prices_weather_and_addresses_are_content(body, lines):
    result = cleaned(body)
    assert (result.text.split("\n"), result.reason) == (lines.split("|"), "")
    assert result.page_type != "article"


@pytest.mark.parametrize(
    "body",
    [
        "<div><div>Women</div><div>Men</div><div>Children</div></div>",
        "".join(
            f"<div><div>Ann Lee</div><div>May {i}, 2026 at 10:0{i} pm</div><p>So did I.</p></div>" for i in range(1, 6)
        ),
        "<p>Nothing was found for your words. Try others.</p>",
        "<ul>" + "".join(f"<li><a href=/{i}>Room {i}</a></li>" for i in range(9)) + "</ul>",
    ],
)
def test_a_page_without_figures_or_with_links_alone_has_no_content(body):
    result = cleaned(body, options={"lists": False})
    assert (result.text, result.reason) == ("", "no_content")


def test_who_asks_for_surer_pages_gets_none():
    assert cleaned(f"<div>{PRICES}</div>", options={"min_expected_f1": 0.5}).reason == "no_content"


def test_a_list_of_which_nothing_is_kept_is_told_by_its_records():
    lines = {
        "关于举办春季运动会的通知": 12,
        "图书馆清明节开放时间安排": 10,
        "研究生复试工作办法的说明": 8,
        "关于停水检修的公告": 5,
    }
    rows = "".join(
        f"<li><a href=/n/{day}.html>{title}</a><span>2024-03-{day:02}</span></li>" for title, day in lines.items()
    )
    result = denoise(
        f"<title>通知公告</title><div><a href=/>首页</a></div><h1>通知公告</h1><ul>{rows}</ul>",
        "https://rowan.example/n",
    )
    assert "关于举办春季运动会的通知 2024-03-12" in result.text
    assert result.page_type != "article"
