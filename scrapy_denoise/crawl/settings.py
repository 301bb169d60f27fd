"""The settings, read and checked once, when the crawler starts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import attrs
from scrapy.settings import BaseSettings
from scrapy.utils.misc import load_object
from scrapy.utils.project import data_path

from scrapy_denoise.blocks.lexicon import FOLDER
from scrapy_denoise.blocks.page_model import PAGE_TYPES, checked_page_types
from scrapy_denoise.corrections import CorrectionError, Corrections
from scrapy_denoise.crawl.duplicates.index import MAX_CONTENTS, DuplicateIndex, SQLiteDuplicates, file_beside
from scrapy_denoise.crawl.duplicates.redis_index import RedisDuplicates
from scrapy_denoise.crawl.item_fields import RESULT_FIELDS
from scrapy_denoise.crawl.setting_values import (
    SettingError,
    UnknownSetting,
    UnusableSetting,
    amount_of,
    check_no_text,
    choice_of,
    count_of,
    flag_of,
    number_of,
    path_of,
    seconds_of,
    share_of,
)
from scrapy_denoise.methods import PROFILES, BrokenMethodError, Method, get_method, method_names
from scrapy_denoise.methods.auto.auto import FAVORS
from scrapy_denoise.page import MAX_NODES, MAX_SIZE
from scrapy_denoise.sites.site_key import SITE_KEYS, ProjectKey, host_key
from scrapy_denoise.sites.stores import MemoryStore, RedisStore, SQLiteStore, StoreError, TemplateStore
from scrapy_denoise.sites.stores.redis import without_password

REDIS_EXPIRE_DAYS = 90.0
"""The default of DENOISE_STORE_EXPIRE_DAYS for Redis: days after which a site that is not used is forgotten."""

STORES = ("sqlite", "redis", "memory")
WARMUPS = ("off", "fetch", "hold")
RENDERS = ("off", "when_empty")
DUPLICATES = ("off", "mark", "drop")


@attrs.frozen
class DenoiseSettings:
    """The values of the DENOISE_ settings; docs/settings.rst says what each means."""

    enabled: bool = True
    method: str = "auto"
    profile: str = "default"
    method_options: Mapping[str, Any] = attrs.field(factory=dict)
    favor: str = ""
    max_size: int = MAX_SIZE
    max_nodes: int = MAX_NODES
    page_types: tuple[str, ...] = ()
    replace_body: bool = False
    threads: int = 0
    item_fields: Mapping[str, Mapping[str, str]] = attrs.field(factory=dict)
    learn: bool = True
    site_key: Callable[[str], str] = host_key
    warmup: str = "off"
    warmup_pages: int = 3
    warmup_requests: int = 10
    warmup_seconds: float = 10.0
    warmup_items: int = 200
    boxes: bool = False
    render: str = "off"
    render_share: float = 0.1
    store: str = "sqlite"
    store_path: str | None = None
    store_url: str | None = attrs.field(default=None, repr=False)  # with its password
    store_expire_days: float | None = None
    store_max_sites: int = 0
    store_keep_damaged: bool = False
    store_timeout: float = 5.0
    store_wait: float = 0.5
    corrections: str | None = None
    duplicates: str = "off"
    duplicates_similar: float | None = None
    duplicates_types: tuple[str, ...] = ()
    duplicates_days: float = 90.0
    view_samples: int = 0
    view_path: str | None = None

    @classmethod
    def read(cls, settings: BaseSettings) -> DenoiseSettings:
        """From a project's settings. Raises SettingError for a wrong value or an unknown DENOISE_ name."""
        default = cls()
        known = {f"DENOISE_{field.name.upper()}" for field in attrs.fields(cls)}
        if FOLDER in settings:
            raise SettingError(FOLDER, settings[FOLDER], "only an environment variable of this name, not a setting")
        for name in settings:
            if isinstance(name, str) and name.startswith("DENOISE_") and name not in known:
                raise UnknownSetting(name, known)
        return cls(
            enabled=flag_of(settings, "DENOISE_ENABLED", default.enabled),
            method=choice_of(settings, "DENOISE_METHOD", default.method, method_names(baselines=True)),
            profile=choice_of(settings, "DENOISE_PROFILE", default.profile, PROFILES),
            method_options=_method_options(settings, default),
            favor=choice_of(settings, "DENOISE_FAVOR", default.favor, FAVORS),
            max_size=count_of(settings, "DENOISE_MAX_SIZE", default.max_size, 0, "bytes; 0 for no limit"),
            max_nodes=count_of(settings, "DENOISE_MAX_NODES", default.max_nodes, 1, "nodes of a page"),
            page_types=_page_types(settings, "DENOISE_PAGE_TYPES"),
            replace_body=flag_of(settings, "DENOISE_REPLACE_BODY", default.replace_body),
            threads=_threads(settings, default.threads),
            item_fields=_item_fields(settings),
            learn=flag_of(settings, "DENOISE_LEARN", default.learn),
            site_key=_site_key(settings),
            warmup=_warmup(settings, default.warmup),
            warmup_pages=count_of(settings, "DENOISE_WARMUP_PAGES", default.warmup_pages, 2, "pages"),
            warmup_requests=count_of(
                settings, "DENOISE_WARMUP_REQUESTS", default.warmup_requests, 0, "requests a site"
            ),
            warmup_seconds=seconds_of(settings, "DENOISE_WARMUP_SECONDS", default.warmup_seconds),
            warmup_items=count_of(settings, "DENOISE_WARMUP_ITEMS", default.warmup_items, 1, "items"),
            boxes=flag_of(settings, "DENOISE_BOXES", default.boxes),
            render=_render(settings, default.render),
            render_share=share_of(settings, "DENOISE_RENDER_SHARE", default.render_share, "share of the pages"),
            store=_store(settings, default.store),
            store_path=_store_path(settings),
            store_url=_store_url(settings),
            store_expire_days=_expire_days(settings),
            store_max_sites=count_of(
                settings, "DENOISE_STORE_MAX_SITES", default.store_max_sites, 0, "sites; 0 for any"
            ),
            store_keep_damaged=flag_of(settings, "DENOISE_STORE_KEEP_DAMAGED", default.store_keep_damaged),
            store_timeout=seconds_of(settings, "DENOISE_STORE_TIMEOUT", default.store_timeout),
            store_wait=seconds_of(settings, "DENOISE_STORE_WAIT", default.store_wait),
            corrections=path_of(settings, "DENOISE_CORRECTIONS", "file"),
            duplicates=_duplicates(settings, default.duplicates),
            duplicates_similar=_similar(settings),
            duplicates_types=_page_types(settings, "DENOISE_DUPLICATES_TYPES"),
            duplicates_days=amount_of(settings, "DENOISE_DUPLICATES_DAYS", default.duplicates_days, 0.001, "days"),
            view_samples=_view_samples(settings, default.view_samples),
            view_path=path_of(settings, "DENOISE_VIEW_PATH", "folder"),
        )

    def view_folder(self) -> Path:
        """The folder for the views of a crawl."""
        return Path(self.view_path or _data_path("denoise/views"))

    def corrections_file(self) -> Path:
        """The path of the project's file of corrections, which need not exist."""
        return Path(self.corrections or _data_path("denoise/corrections.toml"))

    def read_corrections(self) -> Corrections:
        """The project's corrections; none where there is no file. Raises SettingError for a file that is wrong."""
        path = self.corrections_file()
        if self.corrections is None and not path.exists():
            return Corrections()
        try:
            return Corrections.read(path)
        except FileNotFoundError as error:
            raise UnusableSetting("DENOISE_CORRECTIONS", f"{path} does not exist") from error
        except OSError as error:
            raise UnusableSetting("DENOISE_CORRECTIONS", f"{path} cannot be read: {error.strerror}") from error
        except CorrectionError as error:
            raise UnusableSetting("DENOISE_CORRECTIONS", str(error)) from error

    def make_method(self) -> Method:
        """The method that the settings name."""
        return get_method(self.method, self.profile, self.method_options)

    def make_store(self) -> TemplateStore:
        """A new store, not open yet."""
        if self.store == "memory":
            return MemoryStore()
        if self.store == "sqlite":
            path = self.store_path or _data_path("denoise/templates.sqlite")
            return SQLiteStore(
                path,
                self.store_timeout,
                self.store_expire_days or 0.0,
                self.store_max_sites,
                keep_damaged=self.store_keep_damaged,
            )
        if self.store == "redis":
            try:
                days = REDIS_EXPIRE_DAYS if self.store_expire_days is None else self.store_expire_days
                return RedisStore(self.store_url or "", self.store_timeout, days)
            except StoreError as error:
                raise UnusableSetting("DENOISE_STORE or DENOISE_STORE_URL names Redis", str(error)) from error
        try:
            return load_object(self.store)()  # type: ignore[no-any-return]
        except Exception as error:
            raise SettingError(
                "DENOISE_STORE", self.store, f"a class that can be called without arguments ({error!r})"
            ) from error

    def make_duplicates(self, project: str) -> DuplicateIndex:
        """A new index of duplicates for a project, not open yet, in the same place as the templates."""
        if self.store == "redis":
            return RedisDuplicates(
                self.store_url or "", project, MAX_CONTENTS, self.duplicates_days, self.store_timeout,
                self.duplicates_similar,
            )  # fmt: skip
        path: Path | None = None
        if self.store != "memory":
            path = file_beside(Path(self.store_path or _data_path("denoise/templates.sqlite")))
        return SQLiteDuplicates(
            path,
            MAX_CONTENTS,
            self.duplicates_days,
            self.store_timeout,
            self.duplicates_similar,
            keep_damaged=self.store_keep_damaged,
        )


def _data_path(name: str) -> str:
    """The path of a file in the project's data folder, which several processes may be creating at the same time."""
    try:
        return data_path(name)
    except FileExistsError:  # another process was faster than Scrapy, which looks first and creates then
        return data_path(name)


def _expire_days(settings: BaseSettings) -> float | None:
    name = "DENOISE_STORE_EXPIRE_DAYS"
    return None if settings.get(name) is None else amount_of(settings, name, 0, 0, "days")


def _method_options(settings: BaseSettings, default: DenoiseSettings) -> dict[str, Any]:
    name, method = "DENOISE_METHOD_OPTIONS", settings.get("DENOISE_METHOD", default.method)
    try:
        options = settings.getdict(name)
    except (ValueError, TypeError):
        raise SettingError(
            name,
            settings[name],
            "a dict of parameters of the method, such as {'drop': ['consent']} (JSON on a command line)",
        ) from None
    profile = settings.get("DENOISE_PROFILE", default.profile)
    try:
        get_method(method, profile, options)
    except BrokenMethodError as error:
        raise SettingError("DENOISE_METHOD", method, f"a method that works ({error})") from error
    except ValueError as error:
        raise SettingError(name, settings[name], f"parameters of {method} ({error})") from error
    if not (favor := settings.get("DENOISE_FAVOR", default.favor)):
        return options
    options["favor"] = favor
    try:
        get_method(method, profile, options)
    except ValueError as error:
        raise SettingError("DENOISE_FAVOR", favor, f"a parameter of the method auto ({error})") from error
    return options


def _threads(settings: BaseSettings, default: int) -> int:
    name = "DENOISE_THREADS"
    count = count_of(settings, name, default, 0, "threads; 0 for none")
    if count and settings.get("DENOISE_WARMUP", "off") != "off":
        raise SettingError(
            name, settings[name], "0 where DENOISE_WARMUP is not 'off': pages learn from each other there"
        )
    return count


def _warmup(settings: BaseSettings, default: str) -> str:
    chosen = choice_of(settings, "DENOISE_WARMUP", default, WARMUPS)
    if chosen != "off" and not settings.getbool("DENOISE_LEARN", True):
        raise SettingError("DENOISE_WARMUP", chosen, "'off' where DENOISE_LEARN is False: nothing is learned")
    return chosen


def _render(settings: BaseSettings, default: str) -> str:
    chosen = choice_of(settings, "DENOISE_RENDER", default, RENDERS)
    if chosen != "off" and not draws_pages(settings):
        raise SettingError(
            "DENOISE_RENDER", chosen,
            "'off' without a browser; scrapy-playwright is one (pip install 'scrapy-denoise[render]', and "
            "DOWNLOAD_HANDLERS as its documentation says)",
        )  # fmt: skip
    return chosen


def draws_pages(settings: BaseSettings) -> bool:
    """True if ``DOWNLOAD_HANDLERS`` has a handler of scrapy-playwright, so that a browser can draw pages."""
    for handler in settings.getdict("DOWNLOAD_HANDLERS").values():
        found = handler
        if isinstance(handler, str):
            try:
                found = load_object(handler)
            except (ImportError, AttributeError, NameError, ValueError):
                continue  # Scrapy says so itself
        if any(cls.__module__.partition(".")[0] == "scrapy_playwright" for cls in getattr(found, "__mro__", ())):
            return True
    return False


def _duplicates(settings: BaseSettings, default: str) -> str:
    name = "DENOISE_DUPLICATES"
    chosen = choice_of(settings, name, default, DUPLICATES)
    if chosen != "off":
        try:
            from scrapy_denoise.optional import RMinHash  # noqa: F401
        except ImportError as error:
            raise SettingError(name, chosen, f"'off'; {error}") from error
    return chosen


def _similar(settings: BaseSettings) -> float | None:
    name = "DENOISE_DUPLICATES_SIMILAR"
    value = settings.get(name)
    if value is None or value == "":
        return None
    if not 0 < number_of(value) <= 1:
        raise SettingError(name, value, "a similarity above 0, at most 1; None for the rule that the docs describe")
    return number_of(value)


def _page_types(settings: BaseSettings, name: str) -> tuple[str, ...]:
    try:
        return checked_page_types(settings.getlist(name))
    except (ValueError, TypeError) as error:
        allowed = f"a list of page types (on a command line with commas: article,forum), of: {', '.join(PAGE_TYPES)}"
        raise SettingError(name, settings[name], allowed) from error


def _site_key(settings: BaseSettings) -> Callable[[str], str]:
    name, allowed = "DENOISE_SITE_KEY", "'host', 'domain', or a function of an address or its import path"
    value = settings.get(name, "host")
    if isinstance(value, str) and value in SITE_KEYS:
        return SITE_KEYS[value]
    try:
        found = load_object(value)
    except (ImportError, AttributeError, NameError, ValueError, TypeError) as error:
        raise SettingError(name, value, f"{allowed} ({error})") from error
    if not callable(found):
        raise SettingError(name, value, allowed)
    return ProjectKey(found)


def _store(settings: BaseSettings, default: str) -> str:
    value = settings.get("DENOISE_STORE") or ("redis" if settings.get("DENOISE_STORE_URL") else default)
    if value in STORES:
        return str(value)
    allowed = "'sqlite', 'redis', 'memory', or the import path of a class with open, get, merge and close"
    try:
        found = load_object(value)
    except (ImportError, AttributeError, NameError, ValueError, TypeError) as error:
        raise SettingError("DENOISE_STORE", value, f"{allowed} ({error})") from error
    if not all(hasattr(found, name) for name in ("open", "get", "merge", "close")):
        raise SettingError("DENOISE_STORE", value, allowed)
    return str(value)


def _store_path(settings: BaseSettings) -> str | None:
    name = "DENOISE_STORE_PATH"
    path = path_of(settings, name, "file")
    if path is not None and _store(settings, "sqlite") == "sqlite":
        check_no_text(name, path, Path(path))
        check_no_text(name, path, file_beside(Path(path)))
    return path


def _store_url(settings: BaseSettings) -> str | None:
    """The address of Redis where it is the store. No message shows the address, which may hold a password."""
    if _store(settings, "memory") != "redis":
        return None
    name = "DENOISE_STORE_URL" if settings.get("DENOISE_STORE_URL") else "REDIS_URL"
    value = settings.get(name)
    if not value:
        raise SettingError("DENOISE_STORE", "redis", "with DENOISE_STORE_URL or REDIS_URL, such as redis://host:6379/0")
    try:
        without_password(str(value))
    except ValueError as error:
        hidden = not isinstance(value, str) or "@" in value or "password" in value
        raise SettingError(name, "(not shown)" if hidden else value, str(error)) from None
    return str(value)


def _view_samples(settings: BaseSettings, default: int) -> int:
    name = "DENOISE_VIEW_SAMPLES"
    count = count_of(settings, name, default, 0, "pages of each site; 0 for none")
    if count:
        try:
            from scrapy_denoise.viewer import page_view  # noqa: F401
        except ImportError as error:
            raise SettingError(name, settings[name], f"0; {error}") from error
    return count


def _item_fields(settings: BaseSettings) -> dict[str, dict[str, str]]:
    name = "DENOISE_ITEM_FIELDS"
    try:
        value = settings.getdict(name)
    except (ValueError, TypeError):
        value = None
    if value is None or not all(isinstance(fields, Mapping) for fields in value.values()):
        raise SettingError(
            name,
            settings[name],
            "a dict such as {'html': {'text': 'text'}}: input field to {output field: what}",
        )
    for fields in value.values():
        for output in fields.values():
            if output not in RESULT_FIELDS:
                allowed = f"for each output field one of {', '.join(RESULT_FIELDS)}; not {output!r}"
                raise SettingError(name, settings[name], allowed)
    return {str(field): dict(outputs) for field, outputs in value.items()}
