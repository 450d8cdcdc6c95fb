"""A reading: the rules as one rulebook has them, checked, and compiled when they are needed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import msgspec

from resolvent.errors import RuleError
from resolvent.outcomes import Reason, Status
from resolvent.rules.bounds import chains
from resolvent.rules.check import check_rules
from resolvent.rules.emit import CONTEXTS, emit_module
from resolvent.rules.encodings import encodings, issues, read_text
from resolvent.rules.grounded import Grounded
from resolvent.rules.parse import LIMITS, Stated, nearest, parse_rules
from resolvent.rules.passes import in_order, optimise, reachable
from resolvent.rules.rulebook import Rulebook, check_choices, lineage
from resolvent.rules.stages import BASE_FILES, STAGE_SORTS, asked, check_stages
from resolvent.rules.syntax import And, Attribute, Constant, Definition, Variable, WordCall
from resolvent.rules.vocabulary import SLIPS

__all__ = ["Maker", "Reading", "fragment_paths", "load_reading"]

_CALLS = 550
"""Calls inside each other that rules may take, of the thousand that Python allows everybody together."""

Maker = Callable[..., Grounded]
"""``Maker(*context, algebra)``: the emitted class, made once for each grounding and algebra."""


class Reading:
    """The rules of one rulebook.

    Attributes:
        name: the rulebook's name.
        title: its title.
        books: it and all it builds on, the ground first.
        choices: issue id -> key, for every issue that can be decided.
        changed: the choices made in place of those of the rulebook.
        definitions: name -> definition, in the order of the files.
    """

    def __init__(
        self,
        name: str,
        books: tuple[Rulebook, ...],
        choices: Mapping[str, str],
        definitions: Mapping[str, Definition],
        changed: Mapping[str, str],
    ) -> None:
        self.name = name
        self.changed = dict(changed)
        self.title = books[-1].title
        self.books = books
        self.choices = dict(choices)
        self.definitions = dict(definitions)
        self._makers: dict[tuple[str, bool], Maker] = {}
        self._rules: dict[str, dict[str, Definition]] = {}

    def __repr__(self) -> str:
        return f"<Reading {self.name}: {len(self.definitions)} rules>"

    def choosing(self, issue: str, key: str) -> Reading:
        """The same rulebook with one choice changed.

        Args:
            issue: ``"4.A.2"``.
            key: the key or alias of the choice.

        Raises:
            RuleError: if there is no such choice.
        """
        return load_reading(self.books[-1].name, {**self.changed, issue: key})

    def of_role(self, role: str) -> tuple[Definition, ...]:
        """The definitions under one decorator, in the order of the files."""
        return tuple(d for d in self.definitions.values() if d.role == role)

    @cached_property
    def objections(self) -> dict[str, tuple[tuple[str, str], ...]]:
        """Sort of order -> (definition, reason) of the objections that apply to it."""
        return self.objections_in("judge")

    def objections_in(self, stage: str) -> dict[str, tuple[tuple[str, str], ...]]:
        """The same for one of the stages in which orders are judged."""
        left = self.stage(stage)
        return {
            sort: tuple(
                (d.name, d.label)
                for d in self.of_role("illegal")
                if d.name in left and d.parameters[0][1] in (sort, "Order")
            )
            for sort in STAGE_SORTS[stage]
        }

    def reasons_in(self, stage: str) -> dict[tuple[str, str], tuple[tuple[str, str], ...]]:
        """(role, sort) -> (definition, reason) in the order in which they are tried, for any phase."""
        return {
            (role, sort): tuple((d.name, d.label) for d in self.of_role(role) if d.parameters[0][1] == sort)
            for role in ("failure", "success")
            for sort in STAGE_SORTS[stage]
        }

    @cached_property
    def objection_functions(self) -> dict[str, tuple[tuple[Callable[..., Any], str], ...]]:
        """As `objections`, with the emitted function, to be called with the grounded rules first."""
        return self.objection_functions_in("judge")

    def objection_functions_in(self, stage: str) -> dict[str, tuple[tuple[Callable[..., Any], str], ...]]:
        """The same for one of the stages in which orders are judged."""
        rules = self.maker(stage)
        return {
            sort: tuple((getattr(rules, "r_" + name), label) for name, label in names)
            for sort, names in self.objections_in(stage).items()
        }

    @cached_property
    def reason_functions(self) -> dict[tuple[str, str], tuple[tuple[Callable[..., Any], Reason], ...]]:
        """As `reasons`, with the emitted function, to be called with the grounded rules first."""
        rules = self.maker("resolve")
        return {
            key: tuple((getattr(rules, "r_" + name), Reason(label)) for name, label in names)
            for key, names in self.reasons.items()
        }

    @cached_property
    def asks_about_slips(self) -> bool:
        """Whether any rule of movement that is left after folding asks how an order is written."""
        rules = [*self.stage("judge").values(), *self.stage("resolve").values()]
        asked = {n.name for d in rules for n in d.nodes if isinstance(n, Attribute)}
        return not asked.isdisjoint(SLIPS)

    @cached_property
    def retreats_only_over_borders(self) -> bool:
        """Whether `may_retreat` demands that the unit borders the place, so that no other need be asked."""
        rule = self.stage("resolve")["may_retreat"]
        demanded = rule.body.parts if isinstance(rule.body, And) else (rule.body,)
        return any(
            isinstance(part, WordCall)
            and part.name == "borders"
            and [a.name for a in part.arguments if isinstance(a, Variable)] == [n for n, _ in rule.parameters]
            for part in demanded
        )

    @cached_property
    def asks_what_was_written(self) -> bool:
        """Whether any rule asks for all orders that were written for a unit."""
        return any("written_for" in d.words for d in self.definitions.values())

    @cached_property
    def asks_about_rank(self) -> bool:
        """Whether any rule of movement asks which of two orders to different units was written first.

        `prevails` may ask it of orders to one unit, as long as it does not look at all that was written.
        """
        judging = [name for name in asked(self.definitions, "judge") if name != "prevails"]
        chooses = _words(reachable(self.stage("judge"), ["prevails"]))
        return (
            "earlier" in _words(reachable(self.stage("judge"), judging))
            or "earlier" in _words(self.stage("resolve"))
            or {"earlier", "written_by"} <= chooses
        )

    @cached_property
    def deepest(self) -> int:
        """How many decisions may be evaluated inside each other within the calls that Python allows."""
        rules = self.stage("resolve")
        longest = max(chains({name: rules[name] for name in in_order(rules)}).values(), default=1)
        return max(1, min(30, _CALLS // (2 * longest + 2)))

    @cached_property
    def decided(self) -> dict[str, tuple[str, ...]]:
        """Sort of order -> the decisions about it."""
        return {
            sort: tuple(d.name for d in self.of_role("decision") if d.parameters[0][1] == sort)
            for sort in ("Move", "Support", "Convoy")
        }

    @cached_property
    def reasons(self) -> dict[tuple[str, str], tuple[tuple[str, str], ...]]:
        """(role, sort) -> (definition, reason) in the order in which they are tried."""
        return {
            (role, sort): tuple((d.name, d.label) for d in self.of_role(role) if d.parameters[0][1] == sort)
            for role in ("failure", "success")
            for sort in ("Move", "Support", "Convoy", "Unit")
        }

    def stage(self, stage: str) -> dict[str, Definition]:
        """What is left of the rules that a stage needs after the compiler's passes.

        Args:
            stage: ``"judge"``, ``"resolve"``, ``"retreat"`` or ``"adjust"``.
        """
        if stage not in self._rules:
            rules = optimise(self.definitions, asked(self.definitions, stage))
            applied = {name for d in rules.values() for name in d.calls}
            # an objection that folds to false objects to nothing, and so does what never implies
            self._rules[stage] = {
                name: d
                for name, d in rules.items()
                if d.body != Constant("Boolean", False)
                or not (d.role == "illegal" or name == "implies")
                or name in applied
            }
        return self._rules[stage]

    def maker(self, stage: str, guarded: bool = False) -> Maker:
        """The compiled rules of a stage, compiled once."""
        key = (stage, guarded)
        if key not in self._makers:
            self._makers[key] = _compiled(emit_module(self.stage(stage), guarded, CONTEXTS[stage]))
        return self._makers[key]


@cache
def _compiled(text: str) -> Maker:
    """Emitted Python as a function; the same text is compiled once for all readings."""
    builtins = {"int": int, "bool": bool, "object": object, "__build_class__": __build_class__}
    space: dict[str, Any] = {"__builtins__": builtins, "__name__": "rules", "Grounded": Grounded}
    try:
        exec(compile(text, "<rules>", "exec"), space)
    except (SyntaxError, RecursionError, MemoryError) as error:  # Python's limits, should ours let it through
        raise RuleError(f"these rules are too large to compile: {error}") from None
    maker: Maker = space["Rules"]
    return maker


def fragment_paths(issue: str, key: str) -> tuple[Path, ...]:
    """The rule files behind a choice, ``encodings/choices/4.A.2-szykman.rules``.

    Args:
        issue: ``"4.A.2"``.
        key: the key of the choice.

    Returns:
        The file of the choice it builds on, if any, then its own; none if the base rules say it already.
    """
    value = issues()[issue].values[key]
    before = fragment_paths(issue, value.builds_on) if value.builds_on else ()
    path = encodings() / "choices" / f"{issue}-{value.alias}.rules"
    return (*before, path) if path.is_file() else before


@cache
def _stated(path: Path, shown: str) -> tuple[Stated, ...]:
    return tuple(parse_rules(read_text(path), shown))


def load_reading(name: str = "datc", choices: Mapping[str, str] | None = None) -> Reading:
    """The rules of a rulebook.

    Args:
        name: one that comes with the program, or the path of a ``.toml`` file.
        choices: issue id -> key or alias, in place of what the rulebook chooses.

    Returns:
        The same object each time, as long as the files of one's own stay as they are.

    Raises:
        RuleError: with file, line and caret, if the rulebook or a rule file is wrong.
    """
    changed = tuple(sorted(check_choices(choices or {}, Path("choices")).items()))
    if not name.endswith(".toml"):
        return _shipped(name, changed)
    books = lineage(name)
    texts = _own_texts(books)  # read again, for they may have been edited
    key = (name, changed, texts, msgspec.json.encode(books))
    if key not in _own:
        if len(_own) >= _MOST_OWN:
            _own.clear()
        _own[key] = _compose(name, books, texts, changed)
    return _own[key]


_own: dict[tuple[object, ...], Reading] = {}
_MOST_OWN = 50
"""Readings of one's own that are remembered."""


@cache
def _shipped(name: str, changed: tuple[tuple[str, str], ...]) -> Reading:
    books = lineage(name)
    return _compose(name, books, _own_texts(books), changed)


def _own_texts(books: Sequence[Rulebook]) -> tuple[tuple[str, str], ...]:
    """(name, text) of the rule files that rulebooks name."""
    files = [(book, file) for book in books for file in book.rules]
    if len(files) > LIMITS["files"]:
        raise RuleError(f"a reading has at most {LIMITS['files']} rule files of its own", books[-1].path)
    return tuple((file, read_text(Path(book.path).parent / file)) for book, file in files)


def _compose(
    name: str,
    books: tuple[Rulebook, ...],
    texts: Iterable[tuple[str, str]],
    changed: tuple[tuple[str, str], ...],
) -> Reading:
    choices = {i.id: i.preferred for i in issues().values() if i.decides and i.values[i.preferred].decides}
    for book in books:
        choices |= book.choices
    choices |= dict(changed)
    stated: dict[str, Stated] = {}
    for base in BASE_FILES:
        _put(stated, _stated(encodings() / f"{base}.rules", f"{base}.rules"))
    for issue, key in choices.items():
        for path in fragment_paths(issue, key):
            _put(stated, _stated(path, f"choices/{path.name}"))
    for file, text in texts:
        _put(stated, parse_rules(text, file))
    _check_labels(stated.values())
    ground = _shipped(books[0].name, ()).definitions if texts and books[0].name != name else {}
    definitions = check_rules(stated, {d.name: d.type for d in ground.values()})
    check_stages(definitions, books[-1].path)
    shown = " ".join([name, *(f"{issue}={key}" for issue, key in changed)])
    return Reading(shown, books, choices, definitions, dict(changed))


def _put(stated: dict[str, Stated], more: Iterable[Stated]) -> None:
    """Add the functions of a file; ``@redefines`` takes the place of one that is there."""
    for new in more:
        old = stated.get(new.name)
        if new.redefines and old is None:
            raise new.source.error(
                f"'{new.name}' redefines nothing: no rule has that name{nearest(new.name, stated)}", new.node
            )
        if old is not None and not new.redefines:
            raise new.source.error(
                f"'{new.name}' is defined in {old.source.file} already; "
                "write '@redefines' above it to replace it",
                new.node,
            )
        if old is None:
            stated[new.name] = new
            continue
        if [sort for _, sort in old.parameters] != [sort for _, sort in new.parameters]:
            wanted = ", ".join(sort for _, sort in old.parameters)
            raise new.source.error(f"'{new.name}' takes {wanted} in {old.source.file}", new.node)
        stated[new.name] = Stated(
            new.name, new.parameters, new.expression, old.role, old.label, True, new.doc, new.source,
            new.node, new.says,
        )  # fmt: skip


def _check_labels(stated: Iterable[Stated]) -> None:
    """The reasons and statuses that decorators name are those of the contract."""
    for function in stated:
        if function.label:
            known: type[Reason] | type[Status] = Status if function.role == "cycle" else Reason
            words = [str(word) for word in known]
            if function.label not in words:
                raise function.source.error(
                    f"'{function.label}' is none of the words for this"
                    f"{nearest(function.label, words) or '; there are ' + ', '.join(words)}",
                    function.node.decorator_list[0],
                )


def _words(definitions: Mapping[str, Definition]) -> frozenset[str]:
    """The words of the vocabulary that definitions apply."""
    return frozenset[str]().union(*(d.words for d in definitions.values()))
