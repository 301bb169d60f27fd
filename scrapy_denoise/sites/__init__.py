"""Site templates: what other pages of a site teach about a page.

In: a page with its scores, or bytes from a store. Out: siblings, votes on blocks, repeated titles, a site's key; bytes
again. Merging is commutative and associative. No method, no Scrapy.
"""

from scrapy_denoise.sites.codec.template_codec import TemplateError, dump, load
from scrapy_denoise.sites.template import SiteTemplate

__all__ = ["SiteTemplate", "TemplateError", "dump", "load"]
