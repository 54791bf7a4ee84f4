"""Faults of a rulebook, found by machine: each check is a small function from a book to its findings."""

from __future__ import annotations

from collections.abc import Iterator

from judgekit.book.lint import damage, frame, names, references, spelling, structure, terms, wording
from judgekit.book.lint.finding import Check, Finding
from judgekit.book.lint.subject import Subject, lexicon_of

CHECKS: tuple[Check, ...] = (
    references.dangling_reference,
    references.stray_mark,
    references.missing_step,
    references.misdirected_reference,
    references.wrong_chapter_title,
    references.short_range,
    references.named_otherwise,
    references.index_reference,
    references.index_incomplete,
    structure.duplicate_number,
    structure.doubled_number,
    structure.gap,
    structure.orphan,
    structure.misplaced_heading,
    structure.unnumbered_rule,
    frame.contents_against_headings,
    frame.unnumbered_entry,
    frame.changelog_against_text,
    frame.changelog_against_editions,
    frame.announced_only,
    frame.silent_changelog,
    frame.promised_part,
    wording.doubled_words,
    wording.repeated_clause,
    wording.near_repetition,
    wording.index_repetition,
    spelling.misspelt,
    spelling.mended_later,
    spelling.two_spellings,
    names.mixed_class_noun,
    names.reordered_name,
    names.odd_title,
    names.derived_form,
    names.lower_case_name,
    names.zone_for_area,
    names.keyword_case,
    names.start_or_beginning,
    spelling.possessive_plural,
    names.undefined_player,
    terms.two_forms_of_a_count,
    terms.two_names_of_a_span,
    terms.label_against_title,
    terms.other_holder,
    terms.unknown_place,
    terms.kind_for_the_whole,
    terms.undefined_process,
    terms.undefined_deed,
    terms.added_class_noun,
    terms.arabic_rank,
    terms.undefined_payment,
    terms.two_names_of_a_moment,
    spelling.stray_capital,
    wording.unbalanced,
    wording.unquoted_meaning,
    wording.full_stops,
    damage.extraction_damage,
)

__all__ = ["CHECKS", "Check", "Finding", "Subject", "lexicon_of", "lint"]


def lint(subject: Subject) -> Iterator[Finding]:
    """Every finding of every check, once each."""
    seen = set()
    for check in CHECKS:
        for finding in check(subject):
            key = (finding.place, finding.check, finding.reason)
            if key not in seen:
                seen.add(key)
                yield finding
