"""The weights set by hand of the signs of authors and dates (`scrapy_denoise.document.metadata`), in one table."""

from scrapy_denoise.page.candidates.ranking import BIAS, Weights

WEIGHTS: Weights = {
    "authors": {
        BIAS: -1.0, "from_json-ld": 3.0, "from_microdata": 2.5, "from_opengraph": 1.5, "from_dublin-core": 1.5,
        "from_meta": 1.5, "from_page": -0.5, "labelled": 1.5, "named": 1.5, "author_link": 1.5, "account": 2.0,
        "site_link": 1.0, "type_author": 0.3, "at_title": 0.5, "close_to_title": 0.3,
        "before_title": -0.2, "above_title": -0.3, "at_end": 0.2, "behind_end": -0.7,
        "bare": -1.5, "bare_at_title": 0.5, "bare_near_date": 0.7, "bare_type_author": 0.4, "bare_in_named": 1.2,
        "bare_in_poster": 1.2, "bare_office": 0.7, "bare_far_from_title": -0.7, "bare_type_content": -1.0,
        "bare_type_title": -1.5,
        "credit_opening": 1.5, "credit_ending": 0.8, "full": 0.3, "capital": 0.5, "han_person": 1.2,
        "east": 0.3, "one_word": -0.5, "sources_1": 0.5, "sources_2": 0.5, "sources_3": 0.5,
        "edited": -2.5, "loose_seen": 0.7, "loose_not_seen": -1.2, "not_script": -1.5, "not_site": -1.0,
        "not_host": -0.5, "loose_host": -2.0, "not_person": -1.2, "not_beside_person": -3.0, "not_han_person": -1.3,
        "not_long": -1.0, "not_many": -1.0, "not_words": -1.5, "capitals": -0.5, "at_last": 0.2,
        "not_navigation": -0.8, "not_related": -1.5, "not_interaction": -1.0,
        "not_copyright": -2.0, "not_advertisement": -2.0, "not_media": -2.0, "not_consent": -3.0,
        "not_comment": -1.5, "not_first_named": -1.2, "not_signed": -0.7, "not_in_title": -1.5,
        "not_of_index": -0.7, "not_of_service": -5.0, "not_of_product": -4.0, "not_beside": -1.0,
        "not_in_text": -0.3,
    },
    "published": {
        BIAS: -2.0, "from_json-ld": 4.0, "from_microdata": 3.5, "from_opengraph": 3.2, "from_dublin-core": 2.0,
        "from_meta": 2.5, "from_url": 3.0, "from_time": 1.0, "from_page": 0.0, "earliest": 0.7, "latest": -0.3,
        "sources_2": 0.5, "sources_3": 1.0, "not_first": -1.5, "after_stated": -0.7,
        "before_stated": -0.3, "named": 1.5, "first": 1.3, "first_above": -0.5,
        "opening": 0.7, "alone": 1.2,
        "dateline": 0.8, "not_dateline": -1.5, "publication_label": 2.0, "not_leading_on": -3,
        "not_navigation": -0.7, "not_related": -2,
        "not_interaction": -0.7, "not_copyright": -1, "not_advertisement": -1, "not_media": -2.0, "type_date": 1.2,
        "type_content": -0.5, "type_title": 0.3, "at_title": 0.8, "close_to_title": 0.4, "far_from_title": -0.7,
        "before_title": 0.3, "above_title": -0.5, "not_in_text": -2.0, "at_end": -0.3, "behind_end": -1.5,
        "before_text": 0.3, "named_published": 1.8, "named_date": 1.3,
        "not_beside": -2.2, "not_quoted": -4.0,
        "script": 1.7, "attribute": 0.5, "picture": 0.3, "with_time": 0.3, "of_many": -0.7,
    },
    "modified": {
        BIAS: -1.5, "from_json-ld": 4.0, "from_microdata": 3.5, "from_opengraph": 3.0, "from_dublin-core": 2.7,
        "from_meta": 2.5, "from_time": 2.0, "from_page": 1.0, "named": 0.5, "labelled": 0.3, "sources_2": 0.5,
        "sources_3": 1.0, "not_first": -1.0, "change_at_foot": 0.5, "with_time": 0.3, "type_date": 0.7,
        "at_title": 0.7, "close_to_title": 0.3, "far_from_title": -0.3, "not_dateline": -0.5, "not_leading_on": -3.0,
        "not_related": -2.0, "not_navigation": -0.5, "not_in_text": -0.5, "latest": 0.3,
    },
}  # fmt: skip
"""Where nothing was learned of a sign, these are its weights."""
