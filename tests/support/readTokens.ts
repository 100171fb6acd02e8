/** What decides which block of the style sheet applies. */
export interface TokenWorld {
  /** `data-theme` of the page; null without a messenger's theme. */
  theme: "light" | "dark" | null;
  isSystemDark: boolean;
  hasColorMix: boolean;
  /** Set on the element itself, above every block. */
  inline?: Readonly<Record<string, string>>;
}

interface Block {
  /** The at-rule around it; empty for none. */
  condition: string;
  selectors: readonly string[];
  declarations: ReadonlyMap<string, string>;
}

/** Every selector with tokens, with the pages that it is for. */
const SELECTORS: Readonly<Record<string, (world: TokenWorld) => boolean>> = {
  ":root": () => true,
  ":root:not([data-theme])": ({ theme }) => theme === null,
  ":root[data-theme]": ({ theme }) => theme !== null,
  ':root[data-theme="dark"]': ({ theme }) => theme === "dark",
};

const CONDITIONS: Readonly<Record<string, (world: TokenWorld) => boolean>> = {
  "": () => true,
  "@media (prefers-color-scheme: dark)": ({ isSystemDark }) => isSystemDark,
  "@supports (color: color-mix(in srgb, red, blue))": ({ hasColorMix }) => hasColorMix,
  // Both came to browsers in the same year.
  "@supports (height: 100dvh)": ({ hasColorMix }) => hasColorMix,
};

/** The custom properties of a style sheet's root as the cascade decides them, not yet resolved. */
export function readTokens(css: string, world: TokenWorld): Map<string, string> {
  const winners = new Map<string, { value: string; specificity: number }>();
  for (const { condition, selectors, declarations } of readBlocks(css)) {
    if (!find(CONDITIONS, condition)(world)) continue;
    const matching = selectors.filter((selector) => find(SELECTORS, selector)(world));
    if (matching.length === 0) continue;
    const specificity = Math.max(...matching.map((selector) => selector.match(/:root|\[/g)?.length ?? 0));
    for (const [name, value] of declarations) {
      if (!name.startsWith("--")) continue;
      if (specificity >= (winners.get(name)?.specificity ?? 0)) winners.set(name, { value, specificity });
    }
  }
  return new Map([
    ...Array.from(winners, ([name, { value }]) => [name, value] as const),
    ...Object.entries(world.inline ?? {}),
  ]);
}

/** The declarations of the block under exactly this selector and at-rule. */
export function readBlock(css: string, selector: string, condition = ""): ReadonlyMap<string, string> {
  const block = readBlocks(css).find((one) => one.condition === condition && one.selectors.includes(selector));
  if (block === undefined) throw new Error(`no block ${condition} ${selector}`);
  return block.declarations;
}

function readBlocks(css: string): Block[] {
  const plain = css.replaceAll(/\/\*[\s\S]*?\*\//g, "");
  return splitRules(plain).flatMap(({ head, body }) =>
    head.startsWith("@")
      ? splitRules(body).map((rule) => toBlock(head, rule.head, rule.body))
      : [toBlock("", head, body)],
  );
}

function splitRules(css: string): { head: string; body: string }[] {
  const rules = [];
  let depth = 0;
  let start = 0;
  let open = 0;
  for (let index = 0; index < css.length; index += 1) {
    if (css[index] === "{") {
      if (depth === 0) open = index;
      depth += 1;
    } else if (css[index] === "}") {
      depth -= 1;
      if (depth > 0) continue;
      rules.push({ head: normalize(css.slice(start, open)), body: css.slice(open + 1, index) });
      start = index + 1;
    }
  }
  return rules;
}

function toBlock(condition: string, head: string, body: string): Block {
  const declarations = body.split(";").flatMap((line) => {
    const colon = line.indexOf(":");
    return colon < 0 ? [] : [[line.slice(0, colon).trim(), normalize(line.slice(colon + 1))] as const];
  });
  return { condition, selectors: head.split(",").map(normalize), declarations: new Map(declarations) };
}

function normalize(text: string): string {
  return text.trim().replaceAll(/\s+/g, " ");
}

function find<Value>(table: Readonly<Record<string, Value>>, key: string): Value {
  const value = table[key];
  if (value === undefined) throw new Error(`readTokens knows nothing of "${key}"`);
  return value;
}
