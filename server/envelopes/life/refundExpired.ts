import { COINS } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/formatAmount.ts";
import type { App } from "#server/app.ts";
import { changeStatus, type StatusCause } from "#server/db/changeStatus.ts";
import { ACCOUNTS } from "#server/ledger/accounts.ts";
import { postEntries } from "#server/ledger/postEntries.ts";
import { queueNews } from "#server/messenger/queueNotification.ts";

/** Returns the rest of expired envelopes to their senders' balances, once, and tells them. What is not expired it leaves alone. */
export function refundExpired(
  app: Pick<App, "database" | "clock" | "random">,
  envelopeIds: readonly string[],
  cause: StatusCause,
): Promise<void> {
  const at = app.clock.now();
  return app.database.kysely.transaction().execute(async (trx) => {
    const expired = await trx
      .selectFrom("envelope")
      .select(["envelope_id", "sender_id", "coin_type", "total_base", "claimed_base", "count", "claimed_count"])
      .where("envelope_id", "in", envelopeIds)
      .where("status", "=", "expired")
      .orderBy("envelope_id")
      .forUpdate()
      .execute();
    // In the order of senders, like every batch that adds to balances.
    expired.sort((left, right) => Number(left.sender_id - right.sender_id));
    for (const envelope of expired) {
      const { envelope_id: envelopeId, coin_type: coinType } = envelope;
      const restBase = envelope.total_base - envelope.claimed_base;
      await trx
        .updateTable("envelope")
        .set({ ...changeStatus("envelope", "envelope.restReturned", { at, cause }), refunded_base: restBase })
        .where("envelope_id", "=", envelopeId)
        .execute();
      await postEntries(trx, {
        transactionId: `refund:${envelopeId}`,
        kind: "refund",
        at,
        home: envelopeId,
        entries: [
          { account: ACCOUNTS.envelope(envelopeId), coinType, amountBase: -restBase },
          { account: ACCOUNTS.user(envelope.sender_id, coinType), coinType, amountBase: restBase },
        ],
      });
      const amount = formatAmount(restBase, COINS[coinType].baseDecimals);
      const shares = { left: String(envelope.count - envelope.claimed_count), count: String(envelope.count) };
      await queueNews(trx, app, {
        about: envelopeId,
        tgUserId: envelope.sender_id,
        kind: "refunded",
        params: { envelopeId, amount, coinType, ...shares },
      });
    }
  });
}
