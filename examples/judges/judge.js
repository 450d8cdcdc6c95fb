// A judge in JavaScript: a phase on each line in, a claim on each line out.  It knows what judge.py knows.
// Try it: resolvent fuzz --judge "node examples/judges/judge.js"
"use strict";
const lines = require("node:readline").createInterface({ input: process.stdin });

lines.on("line", (line) => {
  const phase = JSON.parse(line);
  const order = {};
  for (const unit of Object.values(phase.units).flat()) order[unit] = ["H"];
  for (const text of Object.values(phase.orders).flat()) {
    const words = text.split(" ");
    order[words.slice(0, 2).join(" ")] = words.slice(2);
  }
  const supports = Object.values(order).filter((words) => words[0] === "S");
  const helped = (what) => supports.filter((words) => words.slice(1).join(" ") === what).length;
  const attack = {};
  const defence = {};
  for (const [unit, words] of Object.entries(order)) {
    if (words[0] === "-") attack[unit] = 1 + helped(`${unit} - ${words[1]}`);
    else defence[unit.slice(2, 5)] = 1 + helped(unit);
  }
  const outcomes = {};
  for (const unit of Object.keys(order)) outcomes[unit] = "succeeds";
  for (const [unit, strength] of Object.entries(attack)) {
    const goal = order[unit][1].slice(0, 3);
    const rivals = Object.keys(attack).filter((o) => o !== unit && order[o][1].slice(0, 3) === goal);
    const strongest = Math.max(defence[goal] ?? 0, ...rivals.map((o) => attack[o]));
    if (strength <= strongest) outcomes[unit] = "fails";
  }
  console.log(JSON.stringify({ outcomes }));
});
