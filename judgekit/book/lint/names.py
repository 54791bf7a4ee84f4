"""Checks of names: one thing under two of them, and names that nothing defines."""

from __future__ import annotations

import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Iterator

from judgekit.book.address import parent
from judgekit.book.lint.finding import Finding
from judgekit.book.lint.subject import WORDS, Subject
from judgekit.book.numbering import depth_of
from judgekit.book.wordstems import SMALL, stem

_CLASS_NOUNS = (
    {"ability", "abilities", "skill", "skills"},
    {"zone", "zones", "area", "areas"},
)
_KINDS_OF_ABILITY = {"ability", "abilities", "effect", "effects"}


def mixed_class_noun(subject: Subject) -> Iterator[Finding]:
    """`level area` where the book has a level zone: the same first word, another noun of the same class."""
    pairs = _pairs(subject)
    for nouns in _CLASS_NOUNS:
        for first in sorted({first for first, noun in pairs if noun in nouns and not first.endswith("ed")}):
            yield from _odd_nouns(pairs, first, nouns, 3)
    kinds = {first for first, noun in pairs if noun in _KINDS_OF_ABILITY and first.endswith(("ic", "ous"))}
    for first in sorted(kinds - {"specific"}):
        yield from _odd_nouns(pairs, first, _KINDS_OF_ABILITY, 4)
    yield from _undefined_kind(subject, pairs)


def _undefined_kind(subject: Subject, pairs: dict[tuple[str, str], list[str]]) -> Iterator[Finding]:
    """A heading on `one shot abilities` where the book defines one shot effects."""
    known = _quoted(subject) | _opening(subject)
    titled = {phrase for title in subject.titles.values() for phrase in _two_word_phrases(title)}
    for (first, noun), places in pairs.items():
        here = {f"{first} {form}" for form in _forms(noun)} if noun in _KINDS_OF_ABILITY else set()
        other = "ability" if stem(noun) == "effect" else "effect"
        if here & titled and not here & known and any(f"{first} {form}" in known for form in _forms(other)):
            for place in dict.fromkeys(places):
                reason = f"{first} {noun} here; what the book defines is {first} {other}"
                yield Finding(place, "two names", reason, "take both for one", printed=f"{first} {noun}")


def _forms(noun: str) -> set[str]:
    return {form for form in _KINDS_OF_ABILITY if stem(form) == stem(noun)}


def _odd_nouns(
    pairs: dict[tuple[str, str], list[str]], first: str, nouns: set[str], ratio: int
) -> Iterator[Finding]:
    """The nouns that go with this first word `ratio` times less often than the usual one."""
    uses = {noun: pairs[first, noun] for noun in sorted(nouns) if (first, noun) in pairs}
    times: Counter[str] = Counter()
    for noun, places in uses.items():
        times[stem(noun)] += len(places)
    usual = times.most_common(1)[0][0]
    word = next(noun for noun in uses if stem(noun) == usual)
    for noun, places in uses.items():
        if stem(noun) != usual and times[stem(noun)] * ratio <= times[usual]:
            for place in dict.fromkeys(places):
                reason = f"{first} {noun} here, {first} {word} elsewhere"
                yield Finding(place, "two names", reason, "take both for one", printed=f"{first} {noun}")


def _pairs(subject: Subject) -> dict[tuple[str, str], list[str]]:
    """Each pair of neighbouring words that carry meaning, and the clauses that have it."""
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for clause in subject.text.clauses:
        words = WORDS.findall(clause.text.lower())
        for first, second in itertools.pairwise(words):
            if first not in SMALL:
                found[first, second].append(clause.number)
    return found


def reordered_name(subject: Subject) -> Iterator[Finding]:
    """A heading's words come in another order wherever the thing is mentioned."""
    texts = [(clause.number, WORDS.findall(clause.text.lower())) for clause in subject.clauses]
    for number, title in subject.titles.items():
        words = [word for word in WORDS.findall(title.lower()) if word not in SMALL]
        if not 2 <= len(words) <= 4:
            continue
        other = _in_other_order(words, texts, number)
        if other:
            reason = f"{title!r} in the heading, {other!r} in the clauses"
            yield Finding(number, "two names", reason, "take both for one", printed=title)


def _in_other_order(words: list[str], texts: list[tuple[str, list[str]]], own: str) -> str:
    size, wanted, times, phrase = len(words), sorted(words), 0, ""
    for number, text in texts:
        for at in range(len(text) - size + 1):
            run = text[at : at + size]
            if sorted(run) == wanted and number != own:
                if run == words:
                    return ""
                times, phrase = times + 1, " ".join(run)
    return phrase if times >= 2 else ""


def odd_title(subject: Subject) -> Iterator[Finding]:
    """All sister headings except one end alike."""
    families: dict[str, list[str]] = defaultdict(list)
    for number in subject.titles:
        if depth_of(number) == 2 and len(subject.titles[number].split()) > 1:
            families[parent(number) or ""].append(number)
    for numbers in families.values():
        ends = Counter(" ".join(subject.titles[number].lower().split()[-2:]) for number in numbers)
        usual, times = ends.most_common(1)[0]
        last = usual.split()[-1]
        odd = [
            number
            for number in numbers
            if subject.titles[number].lower().endswith(last)
            and not subject.titles[number].lower().endswith(usual)
        ]
        if times >= 4 and len(odd) == 1:
            reason = f"{subject.titles[odd[0]]!r}, while its sisters end in {usual!r}"
            yield Finding(
                odd[0], "two names", reason, f"take it for a {usual}", printed=subject.titles[odd[0]]
            )


def derived_form(subject: Subject) -> Iterator[Finding]:
    """`collect number` where the book says collector number: a name in another form of its first word."""
    pairs = _pairs(subject)
    by_stem: dict[tuple[str, str], dict[str, list[str]]] = defaultdict(dict)
    for (first, second), places in pairs.items():
        by_stem[re.sub(r"(?:ing|or|er|ed|s)$", "", first), second][first] = places
    for (_, second), forms in by_stem.items():
        if len(forms) != 2 or (second in SMALL and second != "cards") or len(second) < 3:
            continue
        rare, usual = sorted(forms, key=lambda form: len(forms[form]))
        plain = (
            second != "cards"
            and not re.search(r"(?:ing|or|er|ed|s)$", rare)
            and re.search(r"(?:ing|or|er)$", usual)
        )
        plural = rare == f"{usual}s" and second == "cards" and len(forms[usual]) >= 3
        if len(forms[rare]) == 1 and len(forms[usual]) >= 2 and (plain or plural):
            reason = f"{rare} {second!s} here, {usual} {second} elsewhere"
            yield Finding(
                forms[rare][0], "two names", reason, f"read {usual} {second}", printed=f"{rare} {second}"
            )


def lower_case_name(subject: Subject) -> Iterator[Finding]:
    """A name that the book writes with capitals stands in small letters."""
    capital: Counter[str] = Counter()
    small: dict[str, list[str]] = defaultdict(list)
    for clause in subject.clauses:
        if clause.number in subject.titles:
            continue
        for match in re.finditer(r"(?<=\w )([A-Z][a-z]+ [A-Z][a-z]+)\b", clause.text):
            capital[match[1].lower()] += 1
    for clause in subject.clauses:
        for match in re.finditer(r"\b(?=([a-zA-Z]+ [a-z]+)\b)", clause.text):
            small[match[1].lower()].append(clause.number)
    for name, times in capital.items():
        places = dict.fromkeys(small.get(name, ()))
        if times >= 8 and 0 < len(places) * 8 <= times:
            for place in places:
                reason = f"{name!r} in small letters; elsewhere with capitals"
                yield Finding(place, "two names", reason, "the same thing", printed=name)


def zone_for_area(subject: Subject) -> Iterator[Finding]:
    """`that zone`, said of an area: the clause has mentioned areas and no zone before."""
    chapters = {title.lower() for number, title in subject.titles.items() if depth_of(number) == 1}
    for clause in subject.clauses:
        for match in re.finditer(r"\b(?:that|the|this|another|new) (zone|area)s?\b", clause.text.lower()):
            before = clause.text.lower()[: match.start()]
            other = "area" if match[1] == "zone" else "zone"
            if f"{match[1]}s" in chapters:  # the book's word for any place: right for each kind of them
                continue
            if re.search(rf"\b{other}s?\b", before) and not re.search(rf"\b{match[1]}s?\b", before):
                reason = f"{match[0]!r}, while the clause speaks of {other}s"
                yield Finding(clause.number, "two names", reason, f"read {other}", printed=match[1])
                break


def keyword_case(subject: Subject) -> Iterator[Finding]:
    """A keyword's heading and the keyword itself differ in their capitals."""
    written: Counter[str] = Counter()
    for clause in subject.clauses:
        if clause.number in subject.titles:
            continue
        written.update(re.findall(r"[\[【]([A-Z][^\]】]{2,30})[\]】]", clause.text))
    for number, title in subject.titles.items():
        bare = title.strip("[]【】 ")
        if bare == title:
            continue
        other = [word for word in written if word.lower() == bare.lower() and word != bare]
        if other and bare not in written:
            reason = f"{bare!r} in the heading, {other[0]!r} in the clauses"
            yield Finding(number, "two names", reason, "the same keyword", printed=bare)


def start_or_beginning(subject: Subject) -> Iterator[Finding]:
    """One moment is called both the start and the beginning of a thing."""
    phrase = re.compile(
        r"\b(start|beginning) of (?:the |your |that |each )?([a-z]+ (?:step|phase|turn|game|battle))"
    )
    uses: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for clause in subject.clauses:
        for match in phrase.finditer(clause.text.lower()):
            uses[match[2]][match[1]].append(clause.number)
    for thing, words in uses.items():
        if len(words) == 2:
            odd, usual = sorted(words, key=lambda word: word == "start") if thing else ("", "")
            for place in dict.fromkeys(words[odd]):
                reason = f"{odd} of the {thing} here, {usual} of it elsewhere"
                yield Finding(place, "two names", reason, "the same moment", printed=f"{odd} of the {thing}")


def undefined_player(subject: Subject) -> Iterator[Finding]:
    """The text mentions a kind of player, card or step that no heading, quotation or definition knows."""
    known = _defined(subject)
    pairs = _pairs(subject)
    titled = {stem(word) for title in subject.titles.values() for word in WORDS.findall(title.lower())}
    heads = {word for word in ("player", "monster", "member", "unit") if subject.vocabulary[word] >= 10}
    for (first, head), places in pairs.items():
        kind = r"ive$" if head == "player" else r"ing$"
        base = re.sub(r"^(?:in|non-|un)", "", first)
        if head not in heads or not re.search(kind, first) or {f"{first} {head}", f"{base} {head}"} & known:
            continue
        rivals = [one for one, noun in pairs if noun == head and f"{one} {head}" in known]
        headed = head != "player" and stem(first) in titled
        if rivals and len(places) <= 8 and not headed:
            for place in dict.fromkeys(places):
                if _has_other_form(subject.words_of[place], first):
                    continue
                reason = f"{first} {head} is defined nowhere"
                repair = f"the book knows {', '.join(sorted(set(rivals))[:3])} {head}"
                yield Finding(place, "undefined term", reason, repair, printed=f"{first} {head}")


def _has_other_form(text: str, word: str) -> bool:
    """`occupied by a member`, and then `the occupying member`: the clause explains itself."""
    return word.endswith("ing") and any(
        other != word and stem(other) == stem(word) for other in WORDS.findall(text.lower())
    )


def _defined(subject: Subject) -> set[str]:
    """Every two-word phrase that is in a heading, in quotation marks, or given as a name."""
    found = _quoted(subject)
    called = re.compile(
        r"\b(?:becomes?|called|known as|(?:is|are|be) the|player is|player are) (?:an? |the )?(\w[\w-]* \w+)"
    )
    for title in subject.titles.values():
        found |= _two_word_phrases(title)
    for clause in subject.clauses:
        for match in called.finditer(clause.text):
            found |= _two_word_phrases(match[1])
    return found


def _quoted(subject: Subject) -> set[str]:
    return {
        phrase
        for clause in subject.clauses
        for quoted in re.findall(r"\"([^\"]{3,60})\"", clause.text)
        for phrase in _two_word_phrases(quoted)
    }


def _opening(subject: Subject) -> set[str]:
    """The opening of a sentence that defines its subject: `One shot effects are …`."""
    return {
        phrase
        for clause in subject.clauses
        if (match := re.match(r"((?:\w+ ){2,4})(?:is|are) ", clause.text))
        for phrase in _two_word_phrases(match[1])
    }


def _two_word_phrases(text: str) -> set[str]:
    words = WORDS.findall(text.lower())
    return {f"{a} {b}" for a, b in itertools.pairwise(words)}
