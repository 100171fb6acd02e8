/** Fields whose very words decide what is shown. */
const WORDED = /(?:^|\.)(?:state|status|place|recordStatus|type|walletType|coinType|tone|language|picked)$/;
const TEXT_KEY = /^(?:app|errors|envelope|wallet):[\w.-]+$/;
const ITEMS_TOLD_APART = 2;

interface Action {
  event: { type: string };
  enabled: boolean;
}

/**
 * What a view says, by the place in the view: words of texts and ids are all alike, numbers are zero or not, and of a
 * list it counts how long it is up to two and what its first items are.
 */
export function listFacts(view: object): ReadonlyMap<string, string> {
  return new Map(tellFacts("", view));
}

function tellFacts(path: string, value: unknown): (readonly [path: string, fact: string])[] {
  if (path === "actions") return [[path, tellActions(value as readonly Action[])]];
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return [
      [path, items.length > ITEMS_TOLD_APART ? "many" : String(items.length)],
      ...items.slice(0, ITEMS_TOLD_APART).flatMap((item, index) => tellFacts(`${path}.${String(index + 1)}`, item)),
    ];
  }
  if (typeof value === "object" && value !== null) {
    const prefix = path === "" ? "" : `${path}.`;
    const inner = Object.entries(value).flatMap(([name, field]) => tellFacts(`${prefix}${name}`, field));
    return path === "" ? inner : [[path, "there"], ...inner];
  }
  return [[path, tellFact(path, value)]];
}

function tellActions(actions: readonly Action[]): string {
  const told = new Set(actions.map(({ event, enabled }) => `${event.type}${enabled ? "" : " off"}`));
  return told.size === 0 ? "none" : [...told].join(", ");
}

function tellFact(path: string, value: unknown): string {
  if (typeof value === "string") return tellWord(path, value);
  if (typeof value === "number") return value === 0 ? "0" : "some";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return "none";
}

function tellWord(path: string, word: string): string {
  if (TEXT_KEY.test(word)) return word.slice(word.search(/[^.:]+$/));
  if (word === "") return "empty";
  return WORDED.test(path) ? word : "there";
}
