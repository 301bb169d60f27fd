"""What stores hold, for people: the commands of ``scrapy-denoise templates``."""
