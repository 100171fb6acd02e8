import {
  LACKING_AT_RULES,
  LACKING_FUNCTIONS,
  LACKING_PROPERTIES,
  LACKING_SELECTORS,
  LACKING_UNITS,
  LACKING_VALUES,
} from "./lacking.ts";

type Declaration = StyleRule["declarations"][number];

const UNIT = new RegExp(`(?:^|[^\\w.#-])[-+]?(?:\\d+\\.?\\d*|\\.\\d+)(${LACKING_UNITS.join("|")})\\b`, "g");
const FUNCTION = new RegExp(`(?:^|[^\\w-])(${LACKING_FUNCTIONS.join("|")})\\(`, "g");
const SELECTOR = new RegExp(`:(${LACKING_SELECTORS.join("|")})(?![\\w-])`, "g");
const AT_RULE = new RegExp(`^@(${LACKING_AT_RULES.join("|")})(?![\\w-])`);
/** `(width >= 400px)`. */
const RANGE = /^@media[^]*[<>]/;
/** A frame of an animation is dropped where it is not known, with nothing in its place. */
const FRAMES = /^@(?:-webkit-)?keyframes/;

/**
 * What an old browser drops from a style sheet of the build with nothing in its place. In its place stands a former
 * declaration of the same property, or one for who has it not (`@supports not`); or `@supports` asks for it. A value
 * with a variable is judged only when it is used, so that no former one takes its place.
 */
export function findNewStyles(css: string): readonly string[] {
  const rules = parseStyles(css);
  const found = new Set<string>();
  for (const rule of rules) {
    for (const name of findInHead(rule))
      if (!isAskedFor(name, rule) && !isDoneWithout(name, rule, rules)) found.add(`${name} in ${describe(rule)}`);
    for (const [index, declaration] of rule.declarations.entries()) {
      for (const name of findInDeclaration(declaration, rule)) {
        const before = rule.declarations.slice(0, index);
        const isReplaced = before.some((former) => isFormer(former, declaration, rule));
        if (!isReplaced && !isAskedFor(name, rule) && !isDoneWithout(name, rule, rules, declaration[0]))
          found.add(`${declaration.join(":")} in ${describe(rule)}`);
      }
    }
  }
  return [...found];
}

/** Of selector and conditions. */
function findInHead({ conditions, selector }: StyleRule): string[] {
  const atRules = conditions.flatMap((condition) => AT_RULE.exec(condition)?.[1] ?? []);
  const ranges = conditions.filter((condition) => RANGE.test(condition));
  return [...[...selector.matchAll(SELECTOR)].map(([, name = ""]) => `:${name}`), ...atRules, ...ranges];
}

function findInDeclaration([property, value]: Declaration, { selector }: StyleRule): string[] {
  const words = value.replaceAll(/"[^"]*"|url\([^)]*\)/g, "");
  const found = [UNIT, FUNCTION].flatMap((pattern) => [...words.matchAll(pattern)].map(([, name = ""]) => name));
  if (LACKING_PROPERTIES.includes(property)) found.push(property);
  for (const [of, lacking] of LACKING_VALUES) {
    if ((of === "*" || of === property) && words.split(/[\s,]+/).includes(lacking)) found.push(lacking);
  }
  // The backdrop of a dialog inherits no variables.
  if (selector.includes("::backdrop") && /var\(--[\w-]+\)/.test(words)) found.push("var() in ::backdrop");
  return found;
}

/** Whether one stands in for the other: an older value, or the same property with the browser's prefix. */
function isFormer(former: Declaration, [property, value]: Declaration, rule: StyleRule): boolean {
  if (former[0] === `-webkit-${property}`) return true;
  const isLate = property.startsWith("--") || value.includes("var(");
  return !isLate && former[0] === property && findInDeclaration(former, rule).length === 0;
}

function isAskedFor(name: string, { conditions }: StyleRule): boolean {
  return conditions.some((condition) => condition.startsWith("@supports") && hasName(condition, name));
}

/** Whether the sheet has a rule for who has it not, and that sets the same property. */
function isDoneWithout(name: string, rule: StyleRule, rules: readonly StyleRule[], property?: string): boolean {
  if (rule.conditions.some((condition) => FRAMES.test(condition))) return false;
  return rules.some(
    ({ conditions, declarations }) =>
      conditions.some((condition) => condition.startsWith("@supports not") && hasName(condition, name)) &&
      (property === undefined || declarations.some(([other]) => other === property)),
  );
}

function hasName(condition: string, name: string): boolean {
  return new RegExp(`(?:^|[^a-z-])${name.replaceAll(/[()]/g, "\\$&")}(?![a-z-])`).test(condition);
}

function describe({ conditions, selector }: StyleRule): string {
  return [...conditions, selector].join(" ").slice(0, 120);
}

/** A rule with the at-rules around it, the outermost first. */
interface StyleRule {
  conditions: readonly string[];
  selector: string;
  declarations: readonly (readonly [property: string, value: string])[];
}

/** Reads what the build writes: valid, without comments that matter. Nested rules have both selectors, with a blank. */
function parseStyles(css: string): readonly StyleRule[] {
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
