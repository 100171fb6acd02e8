const CONFLICTS: ReadonlySet<unknown> = new Set(["40P01", "40001"]);
const MAX_TRIES = 5;

/** Repeats a transaction or statement that the database ended because of a deadlock or serialisation conflict. */
export async function retryConflict<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (tries === MAX_TRIES || !CONFLICTS.has(code)) throw error;
    }
  }
}

const UNIQUE_VIOLATION = "23505";

/** Whether a statement failed because a row with the same unique value exists. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === UNIQUE_VIOLATION;
}
