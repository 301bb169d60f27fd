"""What stands beside the content and says so: comments, dialogs that ask for consent to cookies, other pages, and the
choices that forms offer."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.discussion import is_thread
from scrapy_denoise.blocks.marking import CODES, Names, mark, marked
from scrapy_denoise.blocks.text_blocks import TextBlocks
from scrapy_denoise.page import Page

ASIDES = tuple(CODES)
"""The kinds."""


# What elements that hold comments are named, before and after separators and plurals, as blog and news software
# writes it; each has a word of the family "comment" of `tags.HINTS`.
_BEFORE = "article post user fb dsq news blk box page wp story".split()
_AFTER = """area block body box container content feed form group holder html inner item items list main module outer
    panel respond section stream template text thread top tree view wrap wrapper""".split()
_ALONE = """respond reply replies disqus disqus_thread feedback pinglun hcomment comment-0 div-comment-0 li-comment-0
    comment-body-0 dsq-comment-0""".split()
_COMMENT_NAMES = Names(
    {
        *_ALONE,
        *(
            f"{before}{separator if before else ''}{name}{separator if after else ''}{after}"
            for name in ("comment", "comments")
            for separator in ("-", "_", "")
            for before, after in [("", ""), *((word, "") for word in _BEFORE), *(("", word) for word in _AFTER)]
        ),
        *(f"{name}{after.capitalize()}" for name in ("comment", "comments", "Comment") for after in ("", *_AFTER)),
        *(f"{before}Comments" for before in _BEFORE),
    }
)

# What dialogs that ask for consent are named by the common consent managers, and by those who write their own; each
# has a word of the family "hidden" of `tags.HINTS`.
_MANAGERS = """onetrust-consent-sdk CybotCookiebotDialog cookie-law-info-bar cliSettingsPopup cookie-notice-0
    moove_gdpr_cookie_info_bar moove_gdpr_cookie_modal cmplz-cookiebanner cmplz-cookiebanner-container
    cky-consent-container cky-modal fc-consent-root BorlabsCookieBox gdpr-cookie-consent-bar osano-cm-dialog
    eu-cookie-compliance-banner sliding-popup js-consent-banner cookiescript_injected
    ez-cookie-dialog-wrapper wpconsent-banner-holder wpconsent-preferences-modal cookiePrefPopup
    cookie-law-container shopify-pc__banner__dialog""".split()
_PARTS = "banner bar box notice message popup modal dialog overlay wall prompt alert consent warning".split()
_CONSENT_NAMES = Names(
    {
        *_MANAGERS,
        *(
            f"{name}{separator}{part}{end}"
            for name in ("cookie", "cookies", "consent", "cookie-consent", "cookie_consent", "gdpr-cookie")
            for separator in ("-", "_", "")
            for part in _PARTS
            for end in ("", "-container", "-wrapper", "-inner")
        ),
        *(f"{name}{part.capitalize()}" for name in ("cookie", "cookies", "consent", "Cookie") for part in _PARTS),
    }
)

# Headings above comments: their ids; words that stand there alone or with a number, and some that only with a number
# mean what readers wrote; what a page asks of its readers.
_COMMENT_IDS = Names("comments comments-title comments_title comment-title start-of-comments postcomments".split())
_WORDS = """comments|comment|commentaires|comentarios|comentários|commenti|kommentare|komentarze|komentarzy|opinie
    |komentáře|комментарии|комментариев|отзывы|коментарі|σχόλια|yorumlar|reacties|التعليقات|ئىنكاسلار|コメント|댓글
    |评论|网友评论|全部评论|热门评论|最新评论|精彩评论|文章评论|评论区|留言|留言板|跟帖|評論|網友評論
    |reader comments|user comments|all comments|comments on this story
    |customer reviews|product reviews|user reviews|guest reviews|verified reviews|ratings & reviews|ratings and reviews
    |reviews & ratings|reviews and ratings|customer ratings & reviews|customer ratings and reviews|what customers say
    |kundenbewertungen|kundenrezensionen|avis clients|avis des clients|opiniones de clientes|recensioni dei clienti
    |avaliações de clientes|opinie klientów|klantbeoordelingen|отзывы покупателей|müşteri yorumları|用户评价|商品评价
    |买家评价|顧客評價|カスタマーレビュー|상품평"""
_WITH_NUMBER = "reviews|responses|reactions|réactions|reaktionen|reakcje"
_ASKED = """reader feedback|post a comment|post your comment|leave a comment|leave a reply|add a comment|add comment
    |add your comment|please add comments|write a comment|have your say|join the discussion|join the conversation
    |laisser un commentaire|deja un comentario|deixe um comentário|lascia un commento|kommentar schreiben
    |plaats een reactie|dodaj komentarz|skomentuj|přidat komentář|оставить комментарий|добавить комментарий
    |залишити коментар|προσθήκη σχολίου|yorum yaz|أضف تعليقا|ئىنكاس يېزىش|发表评论|我要评论|我来说两句|發表評論"""

# And above other pages: only what can hardly be the heading of a part of a text, as "Related" or "Read more" can.
_OTHERS = """related articles|related stories|related posts|related news|related content|related coverage
    |related reading|related products|related videos|similar articles|similar stories|similar posts|similar products
    |you may like|you might like|you may also like|you might also like|you may also be interested in
    |you might also be interested in|people also read|others also read|also read|read also|read next|up next
    |what to read next|recommended for you|recommended articles|recommended stories|more like this|more news
    |more stories|more articles|more posts|more headlines|other news|other stories|other articles|in other news
    |latest news|latest stories|latest articles|latest posts|recent posts|recent articles|recent stories|recent news
    |most read|most popular|most viewed|most shared|popular posts|popular articles|popular stories|popular now
    |trending now|top stories|top news|editor's picks|editors' picks|don't miss|customers also bought
    |customers also viewed|featured articles|featured stories
    |articles liés|articles similaires|sur le même sujet|à lire aussi|lire aussi|à lire également|les plus lus
    |vous aimerez aussi|artículos relacionados|noticias relacionadas|también te puede interesar|te puede interesar
    |lee también|lo más leído|artigos relacionados|notícias relacionadas|posts relacionados|você pode gostar
    |você também pode gostar|leia também|veja também|mais lidas|articoli correlati|leggi anche
    |potrebbe interessarti|potrebbe interessarti anche|potrebbero interessarti|i più letti|ähnliche artikel
    |weitere artikel|mehr zum thema|lesen sie auch|das könnte sie auch interessieren
    |das könnte dich auch interessieren|meistgelesen|lees ook|gerelateerde artikelen|meest gelezen
    |zobacz także|zobacz też|zobacz również|czytaj także|czytaj też|czytaj również|przeczytaj także|przeczytaj też
    |podobne artykuły|powiązane artykuły|najczęściej czytane|najpopularniejsze|najnowsze wiadomości
    |související články|mohlo by vás zajímat|смотрите также|читайте также|похожие новости|похожие статьи
    |похожие материалы|другие новости|последние новости|новости по теме|материалы по теме|ещё по теме|еще по теме
    |самое читаемое|читайте також|схожі новини|διαβάστε επίσης|διαβάστε ακόμα|διαβάστε ακόμη|δείτε επίσης
    |σχετικά άρθρα|σχετικές ειδήσεις|τελευταία νέα|ilgili haberler|benzer haberler|bunlar da ilginizi çekebilir
    |مقالات ذات صلة|مواضيع ذات صلة|اقرأ أيضا|اقرأ أيضًا|مۇناسىۋەتلىك خەۋەرلەر|مۇناسىۋەتلىك يازمىلار|ئوخشاش يازمىلار
    |相关新闻|相关阅读|相关文章|相关报道|相关推荐|推荐阅读|推荐文章|推荐新闻|猜你喜欢|热门推荐|精彩推荐|为您推荐|编辑推荐
    |延伸阅读|你可能感兴趣|您可能感兴趣|你可能也喜欢|你可能喜欢|更多新闻|最新文章|最新新闻|热门文章|热门新闻|热点新闻
    |相關新聞|相關文章|相關報導|延伸閱讀|推薦閱讀|猜你喜歡|更多新聞|最新文章|最新新聞|熱門文章|熱門新聞|你可能也喜歡
    |関連記事|関連ニュース|おすすめ記事|あわせて読みたい|관련기사|관련 기사|관련 뉴스|추천 기사"""

_BARE = ["{}"]
_NUMBERED = ["0 {}", "{} 0", "{} (0)", "{}(0)", "{}（0）", "{}0", "{} 0条", "{}0条", "0条{}", "0 {} so far"]
_ENDS = ("", ":", "：", "...", "…", " »", " *")


def _titles(phrases: str, forms: Iterable[str]) -> set[str]:
    return {
        form.format(text) + end
        for phrase in map(str.strip, phrases.split("|"))
        for text in (phrase, phrase.capitalize(), phrase.title(), phrase.upper())
        for form in forms
        for end in _ENDS
    }


_COMMENT_TITLES = Names(
    _titles(_WORDS, [*_BARE, *_NUMBERED]) | _titles(_WITH_NUMBER, _NUMBERED) | _titles(_ASKED, _BARE)
)
_RELATED_TITLES = Names(_titles(_OTHERS, _BARE))


class Asides:
    """What stands beside the content of a page and says so.

    Comments and dialogs are what is inside a block whose id or first class name says so; comments and other pages are
    what stands, at the end of the page, under a title that says so and no more. Of a thread, comments are the content.
    Of interaction, what is inside ``select``.
    """

    def __init__(self, page: Page) -> None:
        self._page = page
        codes = mark(page.columns, _COMMENT_NAMES, _COMMENT_IDS, _COMMENT_TITLES, _CONSENT_NAMES, _RELATED_TITLES)
        self._codes = codes.translate(_NO_COMMENTS) if codes and page.once(is_thread) else codes

    def rows(self, kind: str) -> NDArray[np.bool_] | None:
        """For every row of the page whether it is part of an aside of this kind; None where the page has none."""
        if self._codes is None or CODES[kind] not in self._codes:
            return None
        found: NDArray[np.bool_] = np.frombuffer(self._codes, np.uint8) == CODES[kind]
        return found

    def blocks(self, kinds: tuple[str, ...]) -> bytes | None:
        """For every text block of the page whether it is part of an aside of one of these kinds: the bytes of a bool
        array; None where none is."""
        if self._codes is None:
            return None
        return marked(self._codes, self._page.columns, self._page.once(TextBlocks).first, _mask(kinds))


_NO_COMMENTS = bytes(0 if code == CODES["comment"] else code for code in range(256))


@cache
def _mask(kinds: tuple[str, ...]) -> int:
    return sum(1 << CODES[kind] for kind in set(kinds) if kind in CODES)
