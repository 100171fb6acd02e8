import type { Database } from "#server/db/database.ts";
import { retryConflict } from "#server/db/retryConflict.ts";
import { GAP_MS, MAX_WAITING } from "#server/outbox/notificationPace.ts";

/** Credits every claim of an envelope that is not credited yet. A repeat changes nothing. */
export async function creditEnvelope({ pool }: Pick<Database, "pool">, envelopeId: string, at: Date): Promise<void> {
  await retryConflict(() =>
    pool.query({
      name: "credit_envelope",
      text: "select credit_envelope($1, $2, $3, $4)",
      values: [envelopeId, at, MAX_WAITING, GAP_MS],
    }),
  );
}
