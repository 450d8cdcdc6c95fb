"""Self-contained pages of HTML: their head, their style, and pictures in them.

Nothing is loaded and nothing runs; light and dark follow the reader's choice; they fit a phone.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from resolvent.board import Map
from resolvent.picture import draw_phase
from resolvent.records.phase import Phase
from resolvent.resolution.resolution import Resolution

__all__ = ["MOST_PICTURES", "PAGE_END", "page_head", "picture_html"]

MOST_PICTURES = 40
"""Pictures in one page; a page of some megabytes still opens on a phone."""

PAGE_END = "</body>\n</html>\n"

STYLE = """\
:root { color-scheme: light dark; --paper: #fdfdfb; --ink: #1c1c1a; --soft: #5d5d57; --line: #d8d7cf;
  --box: #f3f2ec; --good: #17682f; --bad: #a3261d; --odd: #7a5300; --open: #6b2f8a; }
@media (prefers-color-scheme: dark) { :root { --paper: #171716; --ink: #eae9e3; --soft: #a7a69d;
  --line: #3c3b37; --box: #22211f; --good: #7fd08f; --bad: #ff9a8e; --odd: #e5bd6b; --open: #d3a6ec; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 64rem; padding: 1rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
h1 { font-size: 1.5rem; line-height: 1.25; } h2 { font-size: 1.2rem; margin-top: 2rem; }
.soft { color: var(--soft); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .35rem .6rem .35rem 0;
  border-bottom: 1px solid var(--line); }
th { font-weight: 600; color: var(--soft); }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
th.number { white-space: nowrap; }
details { border: 1px solid var(--line); border-radius: .4rem; margin: .6rem 0; background: var(--box); }
summary { cursor: pointer; padding: .5rem .7rem; }
details > :not(summary) { margin: .4rem .7rem .7rem; }
details.orders { background: none; }
dl { display: grid; grid-template-columns: minmax(5rem, max-content) 1fr; gap: .1rem .8rem;
  margin: .2rem 0 .9rem; }
dt { color: var(--soft); } dd { margin: 0; }
details > h3 { font: 600 .95rem/1.4 ui-monospace, monospace; margin-bottom: 0; }
details > h3 + p { margin-block: 0; }
details > .cause { margin-bottom: 0; font-weight: 600; }
figure { margin: .4rem 0; } figure svg { max-width: 100%; height: auto; }
figcaption { color: var(--soft); }
pre { overflow-x: auto; font: .9rem/1.4 ui-monospace, monospace; }
.succeeds { color: var(--good); } .fails { color: var(--bad); } .open { color: var(--open); }
.void, .illegal, .unreadable { color: var(--odd); }
@media (max-width: 40rem) {
  dl { grid-template-columns: minmax(0, 1fr); } dd { margin: 0 0 .3rem .8rem; }
  .heads { display: none; } table, tr, td { display: block; }
  tr { border-bottom: 1px solid var(--line); padding: .4rem 0; }
  td, td.number { border: 0; padding: 0; text-align: left; }
  td:first-child { font-weight: 600; } td:empty { display: none; }
  td.number::before { content: attr(data-head) ": "; color: var(--soft); }
}
"""

POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""Whatever might slip into the page, a browser loads and runs nothing."""


def page_head(title: str) -> str:
    """A page up to and including the opening of its body.

    Args:
        title: what the window is called.
    """
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(POLICY)}">\n'
        f"<title>{escape(title)}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n"
    )


def picture_html(
    phase: Phase, resolution: Resolution | None, units: Iterable[str], board: Map, caption: str
) -> str:
    """The part of the board that some units involve, as a figure.

    Args:
        phase: the phase.
        resolution: what became of it; left out, the orders alone are drawn.
        units: the units, ``"A PAR"``; none means the whole board.
        board: the map.
        caption: what stands below.
    """
    svg = draw_phase(phase, resolution, board=board, knot=tuple(units) or None, width=640)
    return f"<figure>{svg}<figcaption>{escape(caption)}</figcaption></figure>\n"
