"""The numbers that people write before the turns of a text: odd ones are worth a remark, never a refusal."""

from __future__ import annotations

from assistant.records.errors import RecordError
from assistant.wording import N_, say


class Numbers:
    """Follows the numbers of one text; a row that is shifted is remarked on once, where the shift begins."""

    def __init__(self) -> None:
        self._shift = 0  # the last number less the place of its turn

    def check(self, written: str | None, turn: int) -> RecordError | None:
        """A remark where the number neither is its turn's place nor goes on from the number before.

        Args:
            written: the number as it stands, None where there is none.
            turn: the place of the turn among the turns, from 1.
        """
        if written is None:
            return None
        shift = int(written[:9]) - turn  # no game gets as far as nine digits
        odd = shift not in (0, self._shift)
        self._shift = shift
        if not odd:
            return None
        return RecordError(
            say(N_("this is turn {n}, but the line says {written}"), n=turn, written=written[:9]),
            say(N_("write {n}, or look for a turn that is missing or stands twice"), n=turn),
        )
