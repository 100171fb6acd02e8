/** A rule with the at-rules around it, the outermost first. */
export interface StyleRule {
  conditions: readonly string[];
  selector: string;
  declarations: readonly (readonly [property: string, value: string])[];
}

/** Reads what the build writes: valid, without comments that matter. Nested rules have both selectors, with a blank. */
export function parseStyles(css: string): readonly StyleRule[] {
  const rules: StyleRule[] = [];
  const open: string[] = [];
  let declarations: [string, string][] = [];
  let text = "";
  const keep = () => {
    const colon = text.indexOf(":");
    if (colon > 0) declarations.push([text.slice(0, colon).trim(), text.slice(colon + 1).trim()]);
    text = "";
  };
  const close = () => {
    const conditions = open.filter((head) => head.startsWith("@"));
    const selector = open.filter((head) => !head.startsWith("@")).join(" ");
    if (declarations.length > 0 || selector !== "") rules.push({ conditions, selector, declarations });
    declarations = [];
  };
  for (const [piece] of css.matchAll(
    /\/\*[^]*?\*\/|"(?:\\.|[^"])*"|'(?:\\.|[^'])*'|\((?:"[^"]*"|[^()"])*\)|\\.|[^]/g,
  )) {
    if (piece.startsWith("/*")) continue;
    if (piece === "{") {
      if (declarations.length > 0) close();
      open.push(text.trim());
      text = "";
    } else if (piece === "}") {
      keep();
      close();
      open.pop();
    } else if (piece === ";") keep();
    else text += piece;
  }
  return rules;
}
