"""Who may enter as whom: passes that expire and can be revoked. A pass is a signed word, not a stored
secret."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from itsdangerous import BadSignature, URLSafeSerializer

from judgekit.cases.errors import CaseError
from judgekit.cases.store.journal import now
from judgekit.cases.store.store import Store

ROLES = {
    "head-judge": "everything",
    "judge": "everything but removing cases and giving out passes",
    "viewer": "sees every case, changes nothing; no exam keys, no learners' answers",
    "seat-A": "sees what A may see, and answers for A",
    "seat-B": "sees what B may see, and answers for B",
    "table": "sees what both players may see",
    "teacher": "as a judge",
    "learner": "sees what both players may see",
}
LONGEST = 24 * 60  # hours


@dataclass(frozen=True)
class Pass:
    id: int
    role: str
    label: str
    expires: str
    revoked: str

    @property
    def is_good(self) -> bool:
        return not self.revoked and self.role in ROLES and self.expires > now()


class Passes:
    def __init__(self, store: Store) -> None:
        self.store = store
        self._signer = URLSafeSerializer(store.key, salt="judgekit pass")

    def give(self, role: str, hours: float, label: str = "") -> tuple[Pass, str]:
        """A new pass, and the word that stands for it in a link."""
        if role not in ROLES:
            raise CaseError(f"a pass is for one of {', '.join(ROLES)}; got {role!r}")
        if not 0 < hours <= LONGEST:
            raise CaseError(f"a pass is good for up to {LONGEST} hours; got {hours}")
        end = (datetime.now(UTC) + timedelta(hours=hours)).isoformat(timespec="seconds")
        with self.store.writing() as connection:
            number = connection.execute(
                "INSERT INTO passes (role, label, created, expires, revoked) VALUES (?, ?, ?, ?, '')",
                (role, label[:100], now(), end),
            ).lastrowid
        assert number is not None
        return Pass(number, role, label[:100], end, ""), str(self._signer.dumps([number, role]))

    def read(self, word: str) -> Pass | None:
        """The pass that a word stands for, if it is still good."""
        try:
            number, role = self._signer.loads(word)
        except (BadSignature, ValueError, TypeError):
            return None
        found = next((one for one in self._rows("WHERE id = ?", number)), None)
        return found if found is not None and found.role == role and found.is_good else None

    def all(self) -> list[Pass]:
        return self._rows("ORDER BY id")

    def revoke(self, number: int) -> None:
        with self.store.writing() as connection:
            done = connection.execute(
                "UPDATE passes SET revoked = ? WHERE id = ? AND revoked = ''", (now(), number)
            ).rowcount
        if not done:
            raise CaseError(f"there is no pass {number} that could be taken back; `judgekit pass` lists them")

    def _rows(self, which: str, *values: object) -> list[Pass]:
        with self.store.reading() as connection:
            rows = connection.execute(
                f"SELECT id, role, label, expires, revoked FROM passes {which}",  # noqa: S608 (our words)
                values,
            )
            return [Pass(*row) for row in rows.fetchall()]
