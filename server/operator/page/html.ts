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
