import type { Candidate, Picture } from "./picture.ts";

/** More would not be read. */
const MAX_FACTS = 3;

/** Names each candidate by its state and, against the first of the same state, by what else its view says. */
export function nameApart(candidates: readonly Candidate[]): Picture[] {
  const taken = new Map<string, number>();
  return candidates.map(({ state, facts, node }) => {
    const first = candidates.find((candidate) => candidate.state === state)?.facts ?? facts;
    const paths = [...new Set([...facts.keys(), ...first.keys()])];
    const differing = paths.filter((path) => facts.get(path) !== first.get(path));
    const told = differing
      // What a thing is made of goes without saying where the whole thing is new or gone.
      .filter((path) => !differing.some((other) => path.startsWith(`${other}.`)))
      .slice(0, MAX_FACTS)
      .map((path) => `${path} ${facts.get(path) ?? "none"}`);
    const name = [state, ...told].join(", ");
    const count = (taken.get(name) ?? 0) + 1;
    taken.set(name, count);
    return { name: count === 1 ? name : `${name} (${String(count)})`, node };
  });
}
