/**
 * The edges of a flat life cycle: by status, by event, the next status. Written by hand from PRODUCT.md and never from the
 * chart, which a test compares with it. The first status is the one that a life begins with.
 */
export type LifecycleTable<Event extends { type: string }> = Readonly<
  Record<string, Readonly<Partial<Record<Event["type"], string>>>>
>;
