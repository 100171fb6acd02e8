import type { Appearance } from "./dropLookalikes.ts";

/** A longer name would be unreadable. */
const MAX_FACTS = 3;

/** Names each candidate by its state and by the facts that differ from the first one of that state. */
export function giveUniqueNames<Item extends Appearance>(candidates: readonly Item[]): (Item & { name: string })[] {
  const taken = new Map<string, number>();
  return candidates.map((item) => {
    const { state, facts } = item;
    const first = candidates.find((candidate) => candidate.state === state)?.facts ?? facts;
    const paths = [...new Set([...facts.keys(), ...first.keys()])];
    const differing = paths.filter((path) => facts.get(path) !== first.get(path));
    const differences = differing
      // Where a whole object is new or gone, its fields are left out.
      .filter((path) => !differing.some((other) => path.startsWith(`${other}.`)))
      .slice(0, MAX_FACTS)
      .map((path) => `${path} ${facts.get(path) ?? "none"}`);
    const name = [state, ...differences].join(", ");
    const count = (taken.get(name) ?? 0) + 1;
    taken.set(name, count);
    return { ...item, name: count === 1 ? name : `${name} (${String(count)})` };
  });
}
