"""Babel's way to our strings: through the syntax tree, since its own reader does not look into f-strings."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from typing import IO, Any


def extract(
    fileobj: IO[bytes], keywords: Collection[str], comment_tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[tuple[int, str, str | tuple[str, ...], list[str]]]:
    """Yields line, function and strings of every call of one of the `keywords` on literal strings.

    Args:
        fileobj: a Python file.
        keywords: names of functions that mark strings.
        comment_tags: not used: translators need no comments here.
        options: not used.
    """
    for node in ast.walk(ast.parse(fileobj.read())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in keywords:
            texts = [
                arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
            ]
            if texts:
                yield node.lineno, node.func.id, tuple(texts) if len(texts) > 1 else texts[0], []
