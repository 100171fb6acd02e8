import type { Schema } from "#server/db/schema.ts";

/** Whether an envelope was open and nothing of it can be claimed any more. */
export function hasEnded({ status }: Pick<Schema["envelope"], "status">): boolean {
  return status === "finished" || status === "expired" || status === "refunded";
}
