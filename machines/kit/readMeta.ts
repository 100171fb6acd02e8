interface Described<Meta> {
  getMeta: () => Readonly<Record<string, Meta | undefined>>;
}

/** What the states that a machine is in say to its view by `meta`. Where two say the same thing, the inner one counts. */
export function readMeta<Meta extends object>(snapshot: Described<Meta>): Partial<Meta> {
  const byDepth = Object.entries(snapshot.getMeta()).sort(([one], [other]) => getDepth(one) - getDepth(other));
  return Object.assign({}, ...byDepth.map(([, meta]) => meta)) as Partial<Meta>;
}

/** Of a state's id, such as `envelopeClaim.over.reason`. */
function getDepth(id: string): number {
  return id.split(".").length;
}
