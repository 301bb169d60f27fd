"""A store of templates in a folder, one file per site, for one crawl at a time:

DENOISE_STORE = "folder_store.FolderStore"
"""

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from scrapy_denoise.sites import SiteTemplate, TemplateError, dump, load
from scrapy_denoise.sites.stores import DamagedTemplates, NotMerged, StoreError


class FolderStore:
    def __init__(self, folder: str = ".scrapy/denoise/templates") -> None:
        self.folder = Path(folder)

    async def open(self) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(f"{self.folder} cannot be made: {error}") from error

    async def get(self, key: str) -> SiteTemplate | None:
        path = self._path(key)
        try:
            return load(path.read_bytes()) if path.exists() else None
        except (OSError, TemplateError) as error:
            raise StoreError(f"{path}, the template of {key}: {error}") from error

    async def merge(self, learned: Mapping[str, SiteTemplate]) -> Mapping[str, int]:
        pages: dict[str, int] = {}
        damaged: dict[str, object] = {}
        for key, new in learned.items():
            try:
                stored = await self.get(key)
            except StoreError as error:  # the file stays as it is, and the other sites are merged
                damaged[key] = error
                continue
            merged = stored.merge(new) if stored else new
            try:
                self._write(self._path(key), dump(merged))
            except OSError as error:  # such as a full disk: the crawl keeps these sites, and merges them later
                raise NotMerged(f"{self.folder}: {error}", learned.keys() - pages.keys()) from error
            pages[key] = merged.pages
        if damaged:
            raise DamagedTemplates(str(self.folder), damaged)
        return pages

    async def close(self) -> None:
        pass

    def _write(self, path: Path, data: bytes) -> None:
        part = path.with_suffix(".part")
        part.write_bytes(data)
        part.replace(path)  # so that a crawl that is stopped while it writes leaves the old template

    def _path(self, key: str) -> Path:
        # A key is a host, or whatever DENOISE_SITE_KEY makes: not always a name that a file may have.
        return self.folder / sha256(key.encode("utf-8", "surrogatepass")).hexdigest()
