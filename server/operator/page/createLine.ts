/** Waits for its turn, does the work, and answers what came of it. */
export type TakeTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** Does one piece of work at a time, in the order in which it was asked for. */
export function createLine(): TakeTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work, work);
    last = mine;
    return mine;
  };
}
