"""Published methods to compare with, by what they read: text density, a sequence of tokens, the template.

In: a page, perhaps a template. Out: a `Selection`. Like any method they are chosen by name, and imported only then.
"""

BASELINES = {
    "bte": "token_sequence.bte:BodyTextExtraction",
    "dsc": "token_sequence.dsc:DocumentSlopeCurve",
    "lqf_25": "text_density.lqf:LinkQuotaFilter.lqf_25",
    "lqf_50": "text_density.lqf:LinkQuotaFilter.lqf_50",
    "lqf_75": "text_density.lqf:LinkQuotaFilter.lqf_75",
    "fe": "text_density.fe:FeatureExtractor",
    "k_fe": "text_density.fe:KFeatureExtractor",
    "ccb": "token_sequence.ccb:ContentCodeBlurring",
    "cetd": "text_density.cetd:CompositeTextDensity",
    "stu_dom": "text_density.stu_dom:StuDom",
    "dse": "template.dse:DataRichSections",
    "template_hash": "template.gibson:TemplateHash",
    "shingles": "template.gibson:Shingles",
    "site_style_tree": "template.site_style_tree:SiteStyleTree",
    "rtdm": "template.rtdm:RestrictedTopDownMapping",
}
"""The place of each baseline, by its name: its module in this package, and a class or function without arguments."""
