"""Checks of terms: a book's word for a thing against the words it uses where it forgets that it has one."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator

from judgekit.book.address import parent
from judgekit.book.lint.finding import Finding
from judgekit.book.lint.subject import Subject
from judgekit.book.numbering import parts_of
from judgekit.book.wordstems import SMALL, stem

# Who has a card: each book defines one of these words, and then means the same by the others.
_HOLDERS = {
    "master": r"\b(?:is|are) the master|\bmasters?\b",
    "controller": r"\bcontrolled by\b|\bcontrollers?\b",
}
_PLACES = ("zone", "area", "position", "space")
_GENERAL_PLACE = r"\b(?:the|a|an|any|that) {0}s? (?:(?:in|to|from) which\b|(?:those|these) cards are in\b)"
_MADE_TO = re.compile(r"\bcauses? (?:\w+ ){1,4}?(card|token|unit|monster|member)s? to (\w+)\b", re.IGNORECASE)
_COUNT_OF = re.compile(r"\b(number|amount|value) of ([a-z]+)\b")


def two_forms_of_a_count(subject: Subject) -> Iterator[Finding]:
    """`number of summons` where the book says number of summoning."""
    forms: dict[tuple[str, str], dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for clause in subject.clauses:
        for match in _COUNT_OF.finditer(clause.text.lower()):
            forms[match[1], stem(match[2])][match[2]].append(clause.number)
    for (count, _), uses in forms.items():
        if len(uses) < 2 or not any(form.endswith("ing") for form in uses):
            continue
        usual = max(uses, key=lambda form: len(uses[form]))
        for odd in [form for form in uses if form != usual]:
            for place in dict.fromkeys(uses[odd]):
                reason = f"{count} of {odd} here, {count} of {usual} elsewhere"
                repair = f"take both for the {count} of {usual}"
                yield Finding(place, "two names", reason, repair, printed=f"{count} of {odd}")


def two_names_of_a_span(subject: Subject) -> Iterator[Finding]:
    """What lasts `for the duration of a combat or until its end`, and elsewhere of a battle."""
    span = re.compile(
        r"duration of (?:an?|this|that|the) (\w+) or until the end of (?:an?|this|that|the) \1\b"
    )
    uses: dict[str, list[str]] = defaultdict(list)
    for clause in subject.clauses:
        for match in span.finditer(clause.text.lower()):
            uses[match[1]].append(clause.number)
    titles = " ".join(subject.titles.values()).lower()
    usual = [noun for noun in uses if noun in titles] or sorted(uses)[:1]
    for noun in [noun for noun in uses if noun not in usual]:
        for place in uses[noun]:
            reason = f"the duration of a {noun} here, of a {usual[0]} elsewhere"
            yield Finding(place, "two names", reason, f"take both for the {usual[0]}", printed=noun)


def label_against_title(subject: Subject) -> Iterator[Finding]:
    """The legend of a picture and the heading have the same words in another form."""
    legend = [damage.note for damage in subject.text.damage if damage.harm == "debris"]
    labels = {re.sub(r"^set aside: [\d ]*", "", note) for note in legend}
    for number, title in subject.titles.items():
        words = re.findall(r"\w+", title.lower())
        for label in sorted(labels):
            others = re.findall(r"\w+", label.lower())
            if words != others and len(words) > 1 and list(map(stem, words)) == list(map(stem, others)):
                reason = f"{label!r} in the legend, {title!r} in the heading"
                yield Finding(number, "two names", reason, "take both for one", printed=title)


def other_holder(subject: Subject) -> Iterator[Finding]:
    """`controlled by` in a book that defines a master and no controller, or the other way round."""
    titled = " ".join(subject.titles.values()).lower()
    known = [word for word in _HOLDERS if re.search(rf"\b{word}\b", titled)]
    if len(known) != 1:
        return
    for word, pattern in _HOLDERS.items():
        for clause in subject.clauses if word not in known else ():
            match = re.search(pattern, clause.text.lower())
            if match:
                reason = f"{match[0]!r}; the book's word is {known[0]}"
                yield Finding(
                    clause.number, "two names", reason, f"take it for the {known[0]}", printed=match[0]
                )


def unknown_place(subject: Subject) -> Iterator[Finding]:
    """`stage positions` in one section, where the book has a stage nowhere else."""
    compound = re.compile(rf"\b([a-z]+) ((?:{'|'.join(_PLACES)})s?)\b")
    places: dict[tuple[str, str], list[str]] = defaultdict(list)
    times: Counter[str] = Counter()
    for clause in subject.clauses:
        for match in compound.finditer(clause.text.lower()):
            places[match[1], match[2].removesuffix("s")].append(clause.number)
            times[match[1]] += 1
    headed = {word for title in subject.titles.values() for word in title.lower().split()}
    for (first, noun), uses in places.items():
        alone = subject.vocabulary[first] == times[first] >= 3
        local = len({parts_of(place)[:2] for place in uses}) == 1
        if (
            alone
            and local
            and first not in SMALL | headed
            and not re.search(r"(?:ous|ed|ing|al|ent)$", first)
        ):
            for place in dict.fromkeys(uses):
                reason = f"{first} {noun}: the book knows no {first}"
                repair = "look for the place that is meant"
                yield Finding(place, "undefined term", reason, repair, printed=f"{first} {noun}")


def kind_for_the_whole(subject: Subject) -> Iterator[Finding]:
    """`a zone in which it cannot be`, said of places in general, where zones are one kind of area."""
    nouns = {number: title.lower().removesuffix("s") for number, title in subject.titles.items()}
    for section, kind in nouns.items():
        general = nouns.get(parent(section) or "", "")
        if {kind, general} != {"zone", "area"}:
            continue
        for clause in subject.clauses:
            match = re.search(_GENERAL_PLACE.format(kind), clause.text.lower())
            if match and parts_of(clause.number)[:2] != parts_of(section):
                reason = f"{match[0]!r} is said of places in general; a {kind} is one kind of {general}"
                yield Finding(clause.number, "two names", reason, f"read {general}", printed=kind)


def undefined_process(subject: Subject) -> Iterator[Finding]:
    """`duplicate card processing`: a sort of processing that is named once and explained nowhere."""
    pattern = re.compile(r"\b([a-z]+) ((?:card |unit )?processing)\b")
    uses: dict[str, list[str]] = defaultdict(list)
    for clause in subject.clauses:
        for match in pattern.finditer(clause.text.lower()):
            if match[1] not in SMALL and not re.search(r"(?:ary|ic|al|ous|ed|ing|ive)$", match[1]):
                uses[match[0]].append(clause.number)
    titles = " ".join(subject.titles.values()).lower()
    for name, places in uses.items():
        if len(places) == 1 and name not in titles:
            reason = f"{name} is spoken of once and defined nowhere"
            repair = "look for the rule that does this"
            yield Finding(places[0], "undefined term", reason, repair, printed=name)


def undefined_deed(subject: Subject) -> Iterator[Finding]:
    """A card is made to do what the book defines for other things only, or not at all."""
    made = [(clause, match) for clause in subject.clauses for match in _MADE_TO.finditer(clause.text)]
    defined = {match[0].lower() for clause, match in made if f'"{match[0]}"'.lower() in clause.text.lower()}
    for clause, match in made:
        thing, deed = match[1].lower(), match[2].lower()
        if any(f"{thing} to {deed}" in one for one in defined) or _is_headed(subject, deed):
            continue
        others = [one for one in sorted(defined) if one.endswith(f" {deed}")]
        reason = f"nothing says what it is for a {thing} to {deed}"
        repair = f"the book knows {others[0]!r}" if others else "look for the action that is meant"
        yield Finding(clause.number, "undefined term", reason, repair, printed=deed)


def _is_headed(subject: Subject, deed: str) -> bool:
    return any(stem(deed) in map(stem, title.lower().split()) for title in subject.titles.values())


def added_class_noun(subject: Subject) -> Iterator[Finding]:
    """`hand zone` in an appendix, where the rules have a hand and never call it a zone."""
    headed = {title.lower(): number for number, title in subject.titles.items() if " " not in title}
    body = " ".join(clause.text.lower() for clause in subject.clauses)
    seen = set()
    for clause in subject.text.clauses:
        for match in re.finditer(r"\b([a-z]+) (?:zone|area)\b", clause.text.lower()):
            root = clause.number.split("-")[0].split(".")[0]
            appended = not clause.number[0].isdigit()
            if appended and match[1] in headed and match[0] not in body and (root, match[0]) not in seen:
                seen.add((root, match[0]))
                reason = f"{match[0]} in the appendix, {match[1]} in {headed[match[1]]}"
                yield Finding(root, "two names", reason, "take both for one", printed=match[0])


def arabic_rank(subject: Subject) -> Iterator[Finding]:
    """`rank 1`, where the book says that ranks are written as Roman numerals."""
    told = " ".join(
        clause.text.lower() for clause in subject.clauses if "roman numeral" in clause.text.lower()
    )
    for clause in subject.clauses:
        for match in re.finditer(r"\b([a-z]{3,}) (\d)\b", clause.text):
            if match[1] not in SMALL and re.search(rf"\b{match[1]}s?\b", told):
                reason = f"{match[0]}, though the book writes each {match[1]} in Roman numerals"
                yield Finding(clause.number, "two names", reason, "the same", printed=match[0])


def undefined_payment(subject: Subject) -> Iterator[Finding]:
    """`pay a cost` in a book that mentions costs nowhere else."""
    for clause in subject.clauses:
        match = re.search(r"\bpay(?:s|ing)? (?:an?|the) ([a-z]+)\b", clause.text)
        word = re.compile(rf"\b{match[1]}s?\b", re.IGNORECASE) if match else None
        if match and word and sum(bool(word.search(other.text)) for other in subject.clauses) == 1:
            reason = f"{match[0]!r}: no other clause speaks of a {match[1]}"
            repair = "look for the option that is meant"
            yield Finding(clause.number, "undefined term", reason, repair, printed=match[0])


def two_names_of_a_moment(subject: Subject) -> Iterator[Finding]:
    """`End of battle` and `at the end of a battle`, both quoted as the moment when something triggers."""
    moments: dict[str, str] = {}
    for clause in subject.clauses:
        for match in re.finditer(
            r"\"((?:at )?(?:the )?(?:end|start|beginning) of [^\",]{3,40})\"", clause.text, re.IGNORECASE
        ):
            moments.setdefault(re.sub(r"\b(?:the|an?) ", "", match[1].lower()), clause.number)
    for moment, place in moments.items():
        for other, there in moments.items():
            bare = other.removeprefix("at ")
            nested = moment.endswith(f" of {bare}") and parent(place) == parent(there)
            if moment != other and (moment == bare or nested):
                reason = f"{moment!r} here, {other!r} in {there}"
                yield Finding(place, "two names", reason, "take both for one moment", printed=moment)
