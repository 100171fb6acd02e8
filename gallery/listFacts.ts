import type { AnyMachineSnapshot } from "xstate";

import type { Appearance } from "./dropLookalikes.ts";

/** Fields whose exact value decides what is shown. */
const WORDED = /(?:^|\.)(?:state|status|place|recordStatus|type|walletType|coinType|tone|language|picked)$/;
const TEXT_KEY = /^(?:app|errors|envelope|wallet):[\w.-]+$/;
const MAX_ITEMS = 2;

interface Action {
  event: { type: string };
  enabled: boolean;
}

/**
 * The facts of a view, by path. They make two views equal that look alike: texts and ids are only there or not, numbers
 * are zero or not, and a list is its length up to two and its first two items.
 */
export function listFacts(view: object): ReadonlyMap<string, string> {
  return new Map(collectFacts("", view));
}

function collectFacts(path: string, value: unknown): (readonly [path: string, fact: string])[] {
  if (path === "actions") return [[path, describeActions(value as readonly Action[])]];
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return [
      [path, items.length > MAX_ITEMS ? "many" : String(items.length)],
      ...items.slice(0, MAX_ITEMS).flatMap((item, index) => collectFacts(`${path}.${String(index + 1)}`, item)),
    ];
  }
  if (typeof value === "object" && value !== null) {
    const prefix = path === "" ? "" : `${path}.`;
    const inner = Object.entries(value).flatMap(([name, field]) => collectFacts(`${prefix}${name}`, field));
    return path === "" ? inner : [[path, "there"], ...inner];
  }
  return [[path, describeValue(path, value)]];
}

function describeActions(actions: readonly Action[]): string {
  const types = new Set(actions.map(({ event, enabled }) => `${event.type}${enabled ? "" : " off"}`));
  return types.size === 0 ? "none" : [...types].join(", ");
}

function describeValue(path: string, value: unknown): string {
  if (typeof value === "string") return describeText(path, value);
  if (typeof value === "number") return value === 0 ? "0" : "some";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return "none";
}

function describeText(path: string, word: string): string {
  if (TEXT_KEY.test(word)) return word.slice(word.search(/[^.:]+$/));
  if (word === "") return "empty";
  return WORDED.test(path) ? word : "there";
}

/** What is shown of a chart: its state, by the view's word for it if there is one, and the facts of the view. */
export function readAppearance({ value }: Pick<AnyMachineSnapshot, "value">, view: object): Appearance {
  const facts = listFacts(view);
  return { state: facts.get("state") ?? facts.get("status") ?? nameValue(value), facts };
}

/** `{ loggedIn: { user: "settled", storage: "checked" } }` as `loggedIn.user.settled storage.checked`. */
function nameValue(value: unknown): string {
  if (typeof value === "string") return value;
  return Object.entries(value as object)
    .map(([name, inner]) => `${name}.${nameValue(inner)}`)
    .join(" ");
}
