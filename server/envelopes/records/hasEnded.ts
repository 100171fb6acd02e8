import type { Schema } from "#server/db/schema.ts";

/** Whether an envelope was open and can no longer be claimed. */
export function hasEnded({ status }: Pick<Schema["envelope"], "status">): boolean {
  return status === "finished" || status === "expired" || status === "refunded";
}
