export interface Appearance {
  /** Name of the machine's state. */
  state: string;
  /** The facts of the view, by path; names are made of them. */
  facts: ReadonlyMap<string, string>;
}

/**
 * Leaves out the looks that only put together what earlier ones of their state show already, so that many independent
 * facts do not multiply.
 */
export function dropLookalikes<Item extends Appearance>(looks: readonly Item[]): Item[] {
  const shown = new Set<string>();
  return looks.filter(({ state, facts }) => {
    const own = [...facts].map(([path, fact]) => JSON.stringify([state, path, fact]));
    const isNovel = own.some((fact) => !shown.has(fact));
    for (const fact of own) shown.add(fact);
    return isNovel;
  });
}
