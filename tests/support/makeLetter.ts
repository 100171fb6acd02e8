import type { Insertable } from "kysely";
import type { LetterQueue, Schema } from "#server/db/schema.ts";

/** A letter that is due at once; its taker is the one of its id unless `change` says another. */
export function makeLetter(
  queue: LetterQueue,
  letterId: string,
  at: Date,
  change: Partial<Insertable<Schema["letter"]>> = {},
): Insertable<Schema["letter"]> {
  return {
    queue,
    letter_id: letterId,
    taker: letterId,
    kind: "x",
    payload: "{}",
    created_at: at,
    due_at: at,
    ...change,
  };
}
