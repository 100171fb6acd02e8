import type { WalkedPlace, WalkedWay } from "./walkModel.ts";

/** Between the stimuli of a way that is taken in one go. */
export const THEN = " + ";

/**
 * The same graph without the places that nobody can see: where something ends in the instant in which it begins, the way
 * there and the way on are one.
 * @param instant stimuli that follow at once wherever they can
 */
export function joinInstant(starts: readonly WalkedPlace[], instant: ReadonlySet<string>): WalkedPlace[] {
  if (instant.size === 0) return [...starts];
  const joined = new Map<WalkedPlace, WalkedPlace>();

  function join(place: WalkedPlace): WalkedPlace {
    const known = joined.get(place);
    if (known !== undefined) return known;
    const ways: WalkedWay[] = [];
    const result = { snapshot: place.snapshot, ways };
    joined.set(place, result);
    ways.push(...place.ways.flatMap((way) => lead(way)));
    return result;
  }

  function lead(way: WalkedWay): WalkedWay[] {
    const onward = way.place.ways.filter(({ stimulus }) => instant.has(stimulus));
    if (onward.length === 0) return [{ ...way, place: join(way.place) }];
    return onward.flatMap((next) =>
      lead({
        stimulus: `${way.stimulus}${THEN}${next.stimulus}`,
        edges: [...way.edges, ...next.edges],
        place: next.place,
      }),
    );
  }

  return starts.map(join);
}
