# %% [markdown]
# # From one paradox to a comparison
#
# A notebook in the percent format: Jupyter (with jupytext), VS Code, PyCharm and Spyder open it cell by
# cell, and `python examples/from_one_paradox.py` runs it from top to bottom.  It takes one paradox apart,
# asks what other rulebooks make of it, and then how often rulebooks part at all: in the convoy cases of
# DATC, and in the phases of played games that the tests use.

# %%
from pathlib import Path

import resolvent
from resolvent.datc import load_cases

HERE = Path(__file__).parent if "__file__" in globals() else Path("examples")
RULEBOOKS = ["datc", "1971", "1982", "2000", "2023", "dptg"]

# %% [markdown]
# ## One paradox
#
# Pandin's paradox (DATC 6.F.16): the French army cuts the support from London if it arrives, and it arrives
# only if that support is cut.

# %%
pandin = resolvent.read_phase((HERE / "pandin.txt").read_text(encoding="utf-8"))
resolution = resolvent.adjudicate(pandin)
print(resolution)

# %% [markdown]
# Why does the attack from Belgium fail?  These are the fewest rule instances from which it follows; leave
# one out, and it could have succeeded.

# %%
print(resolvent.explain(pandin, "F BEL - ENG"))

# %% [markdown]
# The equations of three orders contradict each other, so a rule of the rulebook has to speak, and rulebooks
# differ.

# %%
for story in resolvent.tell_cycles(pandin, resolvent.load_reading("datc")):
    print(story)

# %% [markdown]
# ## What would have saved it
#
# Which orders did the outcome take, whatever the other units do?  And what is the smallest change?

# %%
print(resolvent.needed_orders(pandin, "F BEL - ENG"))
print(resolvent.smallest_change(pandin, "F BEL - ENG"))

# %%
print(resolvent.whatif(pandin, ["F WAL H"]))

# %% [markdown]
# ## Other paradoxes
#
# All convoy cases of DATC under several rulebooks.  `boards` names the rulebooks under which the units end
# up elsewhere; `responsible` the disputed point that alone is the reason.

# %%
cases = [case for case in load_cases() if case.number.startswith("6.F") and case.phase == "movement"]
totals = resolvent.Totals()
found = list(resolvent.compare((case.phase_dict() for case in cases), RULEBOOKS, totals))
print(f"{totals.phases} cases, {totals.differing} with differences, {totals.boards} on the board")
for difference in found:
    case = cases[difference.number]
    groups = " | ".join(", ".join(group) for group in difference.groups)
    print(f"{case.id:<8} {case.title:<50} {groups}")

# %% [markdown]
# And the reason why two rulebooks part, for the first of them that ends on another board:

# %%
apart = next(difference for difference in found if difference.boards)
other = apart.boards[0]
order = apart.orders[0]
print(
    f"{cases[apart.number].id}: {order.order} under datc and {other}, because of {apart.responsible[other]}\n"
)
for rules in ("datc", other):
    print(resolvent.explain(apart.source, order.order, rules), "\n")

# %% [markdown]
# ## In played games
#
# The same over phases of played games.  What matters in a collection of paradoxes hardly ever does at the
# board.

# %%
corpus = HERE.parent / "tests" / "cases" / "corpus.jsonl"
totals = resolvent.Totals()
with corpus.open(encoding="utf-8") as lines:
    played = list(resolvent.compare(lines, RULEBOOKS, totals))
print(f"{totals.phases} phases, {totals.differing} with differences, {totals.boards} on the board")
for name, issues in totals.by_choice.items():
    print(f"{name:<6} {issues}")

# %%
for difference in played[:2]:
    for order in difference.orders[:1]:
        said = {name: str(verdict.outcome) for name, verdict in order.verdicts.items()}
        print(difference.phase, order.order, said)
        apart_under = next(iter(difference.responsible))
        print(resolvent.explain(difference.source, order.order, apart_under))
