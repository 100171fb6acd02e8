interface PageRequest<Row> {
  limit: number;
  /** The cursor behind a row. */
  toCursor: (row: Row) => string;
}

/** Cuts off the row that was read beyond the page's limit; it shows that the list goes on. */
export function paginate<Row>(
  rows: readonly Row[],
  { limit, toCursor }: PageRequest<Row>,
): { page: readonly Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, nextCursor: rows.length > limit && last !== undefined ? toCursor(last) : null };
}
