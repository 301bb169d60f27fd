"""Pages that are the notice of an error, or a wall, and those that only look like one."""

import pytest

from scrapy_denoise import denoise
from scrapy_denoise.api import denoise_page
from scrapy_denoise.blocks.lexicon import sections
from scrapy_denoise.methods import get_method
from scrapy_denoise.page import Page
from scrapy_denoise.page.compiled import match_key

MENU = "<nav><a href=/>Home</a> <a href=/news>News</a> <a href=/sport>Sport</a> <a href=/shop>Shop</a></nav>"
STORY = (
    "<p>The river rose in the night, and by the morning the lower road was under water, as it was last year.</p>" * 5
)
LINKS = "".join(
    f"<h3><a href=/{i}>The {i}th mill of the valley turns, and so does its owner</a></h3>" for i in range(40)
)
PASSWORD = (
    "<form><label>Name</label><input name=n><label>Password</label><input type=password><button>Go</button></form>"
)


def page(title="", body="", head=""):
    return (
        f"<html><head><title>{title}</title>{head}</head><body>{MENU}{body}<footer>Valley Press</footer></body></html>"
    )


@pytest.mark.parametrize(
    "html",
    [
        page("404 Not Found", "<h1>Not Found</h1><p>The requested URL /a was not found on this server.</p>"),
        page("Page not found - Valley Press", "<p>Try the search, or go back to the front page.</p>"),
        page("Valley Press", "<h1>Oops! That page can&rsquo;t be found.</h1><p>It looks like nothing was here.</p>"),
        page("Seite nicht gefunden | Talblatt", "<p>Diese Seite gibt es nicht mehr.</p>"),
        page("Talblatt", "<h1>Fehler 404</h1><p>Bitte suchen Sie weiter.</p>"),
        page("Page introuvable", "<p>Revenez à l'accueil.</p>"),
        page("La Vega", "<h1>Página no encontrada</h1><p>Vuelva a la portada.</p>"),
        page("Страница не найдена", "<p>Вернитесь на главную.</p>"),
        page("页面不存在 - 山谷报", "<p>您可以返回首页。</p>"),
        page("ページが見つかりません | 谷新聞", "<p>トップページへお戻りください。</p>"),
        page("الصفحة غير موجودة", "<p>عد إلى الصفحة الرئيسية.</p>"),
        page("503 Service Temporarily Unavailable", "<h1>503</h1><hr>"),
        "<div>404</div><div>Page not found</div>",
        page("Valley Press", "<h1>We will be back soon</h1><p>The press is down for scheduled maintenance.</p>"),
        page("Сайт находится на техническом обслуживании", "<p>Мы скоро вернёмся.</p>"),
        page("系统维护中", "<p>预计今晚八点恢复。</p>"),
        page("Valley Shop", "<h1>This product is no longer available</h1><p>See our other kettles.</p>"),
        page("Dieser Artikel ist nicht mehr verfügbar | Talladen", "<p>Sehen Sie sich bei uns um.</p>"),
    ],
)
def test_notices_of_errors(html):
    result = denoise(html)
    assert (result.reason, result.text, bool(result)) == ("error_page", "", False)


@pytest.mark.parametrize(
    "html",
    [
        page("Log in - Valley Press", PASSWORD),
        page("Valley Press", f"<h1>Sign in to continue</h1>{PASSWORD}"),
        page("Anmelden | Talblatt", PASSWORD),
        page("Connexion", PASSWORD),
        page("登录", PASSWORD),
        page("Вход", PASSWORD),
        page("", PASSWORD),
        page("Just a moment...", "<p>Checking your browser before you go on.</p>"),
        page("Are you a robot?", "<p>Please press and hold the button.</p>"),
        page("Access Denied", "<h1>Access Denied</h1><p>You have no permission to see this. Reference #18.2</p>"),
        page("Подтвердите, что вы не робот", "<p>Введите слово с картинки.</p>"),
        page("valley.example", "", "<script>window._cf_chl_opt={a:1}</script>"),
        page(
            "Before you continue", "<p>We and our partners keep cookies on your device.</p><button>Accept all</button>"
        ),
        page("Datenschutzeinstellungen", "<p>Wir brauchen Ihre Zustimmung.</p><button>Zustimmen</button>"),
        page(
            "Press", f"<div class=cookie-banner><p>{'We and our partners keep cookies on your device. ' * 9}</p></div>"
        ),
        page("Age verification", "<p>Are you 18 or older?</p><button>Yes</button><button>No</button>"),
    ],
)
def test_walls(html):
    result = denoise(html)
    assert (result.reason, result.text, bool(result)) == ("wall", "", False)


@pytest.mark.parametrize(
    "html",
    [
        page("Page not found", STORY),  # a story of that name
        page("Why a page is not found", "<p>The server was moved to the mill in May, and its name was forgotten.</p>"),
        page("The mill", f"{PASSWORD}{STORY}"),
        page("The mill", f"<h2>Log in</h2>{PASSWORD}<h1>The mill</h1>{STORY}"),
        page("The mill", STORY, "<script>window._cf_chl_opt={a:1}</script>"),
        page(
            "The mill", f"{STORY}<div class=cookie-banner><h2>We value your privacy</h2><p>We keep cookies.</p></div>"
        ),
        page("The mill", f"<h1>The mill</h1>{STORY}<div id=cookie-banner><h2>Privacy settings</h2></div>"),
        page("Today", f"<h2>We value your privacy</h2>{LINKS}"),
    ],
)
def test_other_pages(html):
    result = denoise(html)
    assert result.reason in ("", "no_content")
    assert bool(result) != bool(result.reason)


def test_the_status_tells_of_an_error():
    html = page("Valley Press", "<h1>Sorry</h1><p>We looked for it everywhere. Perhaps the address has changed.</p>")
    whole = page("Valley Press", f"<h1>The mill</h1>{STORY * 2}")
    auto = get_method("auto")
    assert denoise_page(Page.from_html(html), auto).reason == ""
    assert denoise_page(Page.from_html(html), auto, status=404).reason == "error_page"
    assert denoise_page(Page.from_html(whole), auto, status=404).reason == ""


def test_titles_of_one_kind_are_not_those_of_another():
    found = sections("notices")
    del found["challenges"]
    kinds = [frozenset(map(match_key, titles)) for titles in found.values()]
    assert sum(map(len, kinds)) == len(frozenset().union(*kinds))
