import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** Text that is HTML already. Only `html` makes it, so everything else is escaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | bigint | null | readonly Html[];

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function write(part: Part): string {
  if (part instanceof Html) return part.text;
  if (part === null) return "";
  if (typeof part === "object") return part.map(write).join("");
  return String(part).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}

/** Markup with every value escaped, for text and for attributes in quotes. */
export function html(markup: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(markup.map((text, index) => text + write(parts[index] ?? null)).join(""));
}

export interface Frame {
  style: string;
  nonce: string;
}

export function renderDocument({ style, nonce }: Frame, body: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>Hongbao operators</title>
        <style nonce="${nonce}">
          ${new Html(style)}
        </style>
      </head>
      <body>
        ${body}
      </body>
    </html>`.text;
}

export function section(title: string, content: Html | readonly Html[]): Html {
  return html`<section>
    <h2>${title}</h2>
    ${content}
  </section>`;
}

/** A row is the content of its cells; `isNamed` where the first of them names it. */
export function table(heads: readonly string[], rows: readonly Part[][], empty: string, isNamed = false): Html {
  if (rows.length === 0) return html`<p class="muted">${empty}</p>`;
  const toCell = (part: Part, index: number) =>
    isNamed && index === 0 ? html`<th scope="row">${part}</th>` : html`<td>${part}</td>`;
  return html`<table>
    <thead>
      <tr>
        ${heads.map((head) => html`<th scope="col">${head}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (cells) =>
          html`<tr>
            ${cells.map(toCell)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

export function time(at: Date): Html {
  return html`<time datetime="${at.toISOString()}">${at.toISOString().slice(0, 19).replace("T", " ")}</time>`;
}

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
