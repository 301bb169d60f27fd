"""Dialogs that ask for consent to cookies: in the markup of a page, but no part of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page import tags
from scrapy_denoise.page.comments import inside_named
from scrapy_denoise.page.discussion import name_hashes

if TYPE_CHECKING:
    from scrapy_denoise.page.page import Columns

# What they are named by the common consent managers, and by those who write their own.
_MANAGERS = """onetrust-consent-sdk CybotCookiebotDialog cookie-law-info-bar cliSettingsPopup cookie-notice-0
    moove_gdpr_cookie_info_bar moove_gdpr_cookie_modal cmplz-cookiebanner cmplz-cookiebanner-container
    cky-consent-container cky-modal fc-consent-root BorlabsCookieBox gdpr-cookie-consent-bar osano-cm-dialog
    eu-cookie-compliance-banner sliding-popup js-consent-banner cookiescript_injected
    ez-cookie-dialog-wrapper wpconsent-banner-holder wpconsent-preferences-modal cookiePrefPopup
    cookie-law-container shopify-pc__banner__dialog""".split()
_PARTS = "banner bar box notice message popup modal dialog overlay wall prompt alert consent warning".split()
_NAMES = name_hashes(
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
_HINT = 1 << list(tags.HINTS).index("hidden")


def consent_rows(columns: Columns) -> NDArray[np.bool_] | None:
    """For every row, whether it is part of such a dialog; None where there is none."""
    marks = inside_named(columns, _NAMES, _HINT)
    return None if marks is None else np.frombuffer(marks, np.bool_)
