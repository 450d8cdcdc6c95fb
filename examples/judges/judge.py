"""A judge in Python: a phase on each line in, a claim on each line out.

It knows strength and nothing else: no cut support, no convoys, no units of one's own.  Try it:
resolvent fuzz --judge "python examples/judges/judge.py"
"""

import json
import sys
from collections import Counter

for line in sys.stdin:
    phase = json.loads(line)
    order = {unit: ["H"] for units in phase["units"].values() for unit in units}
    for texts in phase["orders"].values():
        for text in texts:
            words = text.split()
            order[" ".join(words[:2])] = words[2:]
    helped = Counter(" ".join(words[1:]) for words in order.values() if words[0] == "S")
    province = {unit: unit[2:5] for unit in order}
    attack, defence = {}, Counter()
    for unit, words in order.items():
        if words[0] == "-":
            attack[unit] = 1 + helped[f"{unit} - {words[1]}"]
        else:
            defence[province[unit]] = 1 + helped[unit]
    outcomes = dict.fromkeys(order, "succeeds")
    for unit, strength in attack.items():
        goal = order[unit][1][:3]
        rivals = [s for other, s in attack.items() if other != unit and order[other][1][:3] == goal]
        if strength <= max([defence[goal], *rivals]):
            outcomes[unit] = "fails"
    print(json.dumps({"outcomes": outcomes}), flush=True)
