"""The results as one HTML page without scripts, for a desktop and for a phone."""
import html
import math

from .report import cross_rows, details_of, rating_text, rows_of, title_of

STYLE = """:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:56rem;margin:0 auto;padding:1rem}
h1{font-size:1.4rem;margin:.5rem 0}
.wide{overflow-x:auto;margin:1.5rem 0}
table{border-collapse:collapse}
td,th{padding:.3rem .7rem;text-align:right;white-space:nowrap;border-bottom:1px solid #8884}
td:first-child,th:first-child{text-align:left;white-space:normal;overflow-wrap:anywhere;min-width:6rem}
.row{margin:.6rem 0}.row p{margin:0;display:flex;justify-content:space-between;gap:1rem}.row p span:first-child{overflow-wrap:anywhere}
svg{display:block;width:100%;height:14px}
code{overflow-wrap:anywhere}
dt{font-weight:600}dd{margin:0 0 .5rem}"""


def page_of(summary):
    title = html.escape(title_of(summary))
    run = summary["run"]
    facts = [("Deals", html.escape(details_of(summary))), ("Command", f"<code>{html.escape(run['command'])}</code>"),
             ("Server", html.escape(" ".join([f"version {run['server']}", *run["server_flags"]]))),
             ("Run on", html.escape(f"{run['date']}, {run['machine']}"))]
    cross = table(cross_rows(summary)) if "cross_table" in summary else ""
    return (f'<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">'
            f"<title>{title}</title><style>{STYLE}</style><h1>{title}</h1>{plot_of(summary)}{table(rows_of(summary))}{cross}"
            "<p>Intervals of 95 % over deals. "
            f"{rating_note(summary)}</p><dl>{''.join(f'<dt>{name}</dt><dd>{text}</dd>' for name, text in facts)}</dl></html>\n")


def rating_note(summary):
    if "anchor" not in summary:
        return ""
    return (f"Ratings count from {html.escape(summary['anchor'])}, and so do their intervals. 400 points more are ten wins for each "
            "loss. “Below” a number: it never won, and would hardly have won less at that rating.")


def table(rows):
    cells = ["".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in row)
             for row, tag in zip(rows, ["th"] + ["td"] * (len(rows) - 1))]
    return '<div class="wide"><table>' + "".join(f"<tr>{row}</tr>" for row in cells) + "</table></div>"


def plot_of(summary):
    """For each player a line with its mean and interval: of the rating if there is one, else of the share of wins."""
    if "anchor" in summary:
        shown = [(one["player"], rating_text(one["rating"]), *ends_of(one["rating"])) for one in summary["players"]]
        numbers = [number for *_, low, mean, high in shown for number in (low, mean, high) if number is not None] or [0]
        ticks = round_ticks(min(numbers), max(numbers))
    else:
        shown = [(one["player"], f"{one['wins']['mean'] * 100:.1f} %", *(one["wins"][part] * 100 for part in ("low", "mean", "high")))
                 for one in summary["players"]]
        ticks = [0, 25, 50, 75, 100]
    left, right = ticks[0], ticks[-1]
    place = lambda value: 1 + 98 * (min(max(value, left), right) - left) / (right - left)  # noqa: E731
    grid = "".join(f'<line x1="{place(tick):.1f}%" x2="{place(tick):.1f}%" y1="0" y2="14" stroke="#8886"/>' for tick in ticks)
    rows = []
    for name, text, low, mean, high in shown:
        marks = ""
        if mean is not None:
            marks = (f'<line x1="{place(low):.1f}%" x2="{place(high):.1f}%" y1="7" y2="7" stroke="currentColor" stroke-width="2"/>'
                     f'<circle cx="{place(mean):.1f}%" cy="7" r="5" fill="currentColor"/>')
        rows.append(f'<div class="row"><p><span>{html.escape(name)}</span><span>{html.escape(text)}</span></p>'
                    f'<svg role="img" aria-label="{html.escape(text)}">{grid}{marks}</svg></div>')
    scale = '<div class="row"><p>' + "".join(f"<span>{tick:g}</span>".replace("-", "−") for tick in ticks) + "</p></div>"
    return "".join(rows) + scale


def ends_of(rating):
    """(low, mean, high); Nones for one that has no place on the line."""
    if "mean" not in rating:
        return None, None, None
    known = rating["low"] is not None
    return (rating["low"] if known else rating["mean"]), rating["mean"], (rating["high"] if known else rating["mean"])


def round_ticks(low, high):
    """Round numbers, evenly spaced, with low and high between the first and the last."""
    rough = max(high - low, 1) / 4
    scale = 10 ** math.floor(math.log10(rough))
    step = next(scale * factor for factor in (1, 2, 5, 10) if scale * factor >= rough)
    first, last = math.floor(low / step), math.ceil(high / step)
    return [step * number for number in range(first, max(last, first + 1) + 1)]
