interface PageRequest<Row> {
  limit: number;
  /** Returns the cursor of a row. */
  toCursor: (row: Row) => string;
}

/** Removes the extra row that was read beyond the limit to detect a next page. */
export function paginate<Row>(
  rows: readonly Row[],
  { limit, toCursor }: PageRequest<Row>,
): { page: readonly Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, nextCursor: rows.length > limit && last !== undefined ? toCursor(last) : null };
}
