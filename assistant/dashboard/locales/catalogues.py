"""Extraction of strings from the sources, and what may be wrong with their translations."""

from __future__ import annotations

import string
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[2]
TRANSLATED = ("de", "it", "nl")
DOMAIN = "heimlich"
KEYWORDS: dict[str, tuple[int, ...] | None] = {"_": None, "N_": None, "n_": (1, 2)}


def extracted() -> Catalog:
    """Every string that the sources mark, with the files it stands in."""
    found = Catalog(project="heimlich-assistant", charset="utf-8")
    with (ROOT / "babel.cfg").open(encoding="utf-8") as stream:
        methods, options = parse_mapping_cfg(stream)  # type: ignore[no-untyped-call] # Babel has no types for it
    for file, line, message, comments, context in extract_from_dir(
        ROOT, method_map=methods, options_map=options, keywords=KEYWORDS, directory_filter=_is_ours
    ):
        if message:
            found.add(message, None, [(file, line)], auto_comments=comments, context=context)
    return found


def _is_ours(folder: str) -> bool:
    """Folders whose strings the pages show; training speaks to the command line alone, in English."""
    parts = Path(folder).relative_to(ROOT).parts
    return "assistant" in parts and "training" not in parts


def path(language: str, suffix: str = ".po") -> Path:
    """Where the catalogue of a language lies."""
    return FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}{suffix}"


def read(language: str) -> Catalog:
    """The catalogue of a language as it stands; an empty one where there is none yet."""
    file = path(language)
    if not file.exists():
        return Catalog(locale=language, charset="utf-8")
    with file.open("rb") as stream:
        return read_po(stream, locale=language)


def update() -> None:
    """Brings every catalogue up to date with the sources, and compiles it; translations stay."""
    template = extracted()
    for language in TRANSLATED:
        catalogue = read(language)
        # No guessing: a translation that fits a similar sentence is worse than none.
        catalogue.update(template, no_fuzzy_matching=True)
        catalogue.obsolete.clear()
        write(language, catalogue)
    compile_all()


def write(language: str, catalogue: Catalog) -> None:
    """Writes a catalogue, sorted, without line numbers, so that a change shows what changed."""
    path(language).parent.mkdir(parents=True, exist_ok=True)
    with path(language).open("wb") as stream:
        write_po(stream, catalogue, width=110, sort_output=True, no_location=True, omit_header=False)


def compiled(language: str) -> bytes:
    """The catalogue in the form that gettext reads."""
    stream = BytesIO()
    write_mo(stream, read(language))
    return stream.getvalue()


def compile_all() -> None:
    """Writes the compiled catalogues."""
    for language in TRANSLATED:
        path(language, ".mo").write_bytes(compiled(language))


def problems() -> list[str]:
    """Everything that is wrong with the catalogues, one line each; empty when all is well."""
    template = extracted()
    found: list[str] = []
    for language in TRANSLATED:
        catalogue = read(language)
        found += (f"{language}: {problem}" for problem in _problems(template, catalogue))
        mo = path(language, ".mo")
        if not mo.exists() or mo.read_bytes() != compiled(language):
            found.append(f"{language}: not compiled")
    return found


def _problems(template: Catalog, catalogue: Catalog) -> Iterator[str]:
    wanted = {message.id for message in template if message.id}
    for message in catalogue:
        if message.id and message.id not in wanted:
            yield f"unused: {_short(message)}"
    for message in template:
        if not message.id:
            continue
        translation = catalogue.get(message.id)
        texts = _texts(translation.string) if translation is not None else []
        if translation is None or not texts or not all(texts):
            yield f"untranslated: {_short(message)}"
        elif translation.fuzzy:
            yield f"fuzzy: {_short(message)}"
        elif not _same_fields(message, texts):
            yield f"other fields: {_short(message)} -> {texts}"


def _texts(value: str | Iterable[str] | None) -> list[str]:
    return [value] if isinstance(value, str) else list(value or ())


def _short(message: Message) -> str:
    return repr(_texts(message.id)[0])


def _same_fields(message: Message, translations: list[str]) -> bool:
    """Whether each translation uses the fields of its original; a plural may leave out the number."""
    originals = [fields(text) for text in _texts(message.id)]
    allowed, needed = set().union(*originals), set.intersection(*originals) - {"n"}
    return all(needed <= fields(text) <= allowed for text in translations)


def fields(text: str) -> set[str]:
    """Names of the `{fields}` of a template; braces that are no template count as one odd field."""
    try:
        return {name.split("!")[0] for _, name, _, _ in string.Formatter().parse(text) if name is not None}
    except ValueError:
        return {"{"}
