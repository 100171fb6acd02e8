import type { Config } from "#server/config.ts";
import type { EnvelopeRow } from "#server/records/wire.ts";

/** From when on its sender may end an envelope; null for one that is not open. */
export function findClosableAt(
  { closeAfterMs }: Pick<Config, "closeAfterMs">,
  { status, opened_at: openedAt }: Pick<EnvelopeRow, "status" | "opened_at">,
): Date | null {
  return status !== "open" || openedAt === null ? null : new Date(openedAt.getTime() + closeAfterMs);
}
