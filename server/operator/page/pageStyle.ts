import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const TOKENS = fileURLToPath(new URL("../../../src/styles/tokens.css", import.meta.url));

/** How the operators' page looks, on the product's own colours, spaces and sizes. */
const STYLE = `
body { margin: 0 auto; max-width: 72rem; padding: var(--space-4); background: var(--page); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; }
header { display: flex; flex-wrap: wrap; align-items: center; gap: var(--space-3); justify-content: space-between; }
h1 { font-size: var(--size-xl); } h2 { font-size: var(--size-l); margin: 0 0 var(--space-3); }
section { background: var(--surface); border-radius: var(--radius-m); box-shadow: var(--elevation-1);
  padding: var(--space-4); margin: 0 0 var(--space-4); overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: var(--size-s); }
th, td { text-align: left; padding: var(--space-2); border-top: 1px solid var(--line); vertical-align: top; }
td { overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
form { display: flex; flex-wrap: wrap; gap: var(--space-2); align-items: end; margin: 0; }
form + form { margin-top: var(--space-3); } a { color: var(--accent); align-self: center; }
label { display: grid; font-size: var(--size-xs); color: var(--muted); }
input, select, button { font: inherit; min-height: var(--target); border-radius: var(--radius-s); border: 1px solid var(--muted);
  background: var(--surface); color: var(--text); padding: 0 var(--space-3); box-sizing: border-box; max-width: 100%; }
button { background: var(--red); border-color: var(--red); color: var(--on-red); font-weight: var(--weight-strong); }
button.quiet { background: none; color: var(--text); border-color: var(--muted); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
.good { color: var(--good); } .bad { color: var(--bad); font-weight: var(--weight-strong); } .muted { color: var(--muted); }
[role=status], [role=alert] { padding: var(--space-3); border-radius: var(--radius-s); margin: 0 0 var(--space-4); }
[role=status] { background: var(--good-soft); color: var(--good); } [role=alert] { background: var(--bad-soft); color: var(--bad); }
`;

export async function readPageStyle(): Promise<string> {
  return `${await readFile(TOKENS, "utf8")}${STYLE}`;
}
