import type { RawBuilder } from "kysely";
import { COINS } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/formatAmount.ts";
import type { App } from "#server/app.ts";
import { changeStatus, type StatusCause } from "#server/db/changeStatus.ts";
import { ACCOUNTS } from "#server/ledger/accounts.ts";
import { postEntries } from "#server/ledger/postEntries.ts";
import { queueNews } from "#server/messenger/queueNotification.ts";

/** Ends an envelope, if it is open still and the condition holds. */
export function endOpen(
  { database }: Pick<App, "database">,
  envelopeId: string,
  change: ReturnType<typeof changeStatus<"envelope">>,
  condition: RawBuilder<boolean>,
): Promise<void> {
  return database.kysely.transaction().execute(async (trx) => {
    await trx
      .updateTable("envelope")
      .set({ ...change, ended_at: change.changed_at })
      .where("envelope_id", "=", envelopeId)
      .where("status", "=", "open")
      .where(condition)
      .execute();
    await trx.updateTable("group_post").set({ is_stale: true }).where("envelope_id", "=", envelopeId).execute();
  });
}

/** Returns the rest of an expired envelope to its sender's balance, once, and tells them. What is not expired it leaves alone. */
export function refundExpired(
  app: Pick<App, "database" | "clock" | "random">,
  envelopeId: string,
  cause: StatusCause,
): Promise<void> {
  const at = app.clock.now();
  return app.database.kysely.transaction().execute(async (trx) => {
    const envelope = await trx
      .selectFrom("envelope")
      .select(["sender_id", "coin_type", "total_base", "claimed_base", "count", "claimed_count"])
      .where("envelope_id", "=", envelopeId)
      .where("status", "=", "expired")
      .forUpdate()
      .executeTakeFirst();
    if (envelope === undefined) return;
    const { coin_type: coinType, sender_id: tgUserId } = envelope;
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
        { account: ACCOUNTS.user(tgUserId, coinType), coinType, amountBase: restBase },
      ],
    });
    const amount = formatAmount(restBase, COINS[coinType].baseDecimals);
    const shares = { left: String(envelope.count - envelope.claimed_count), count: String(envelope.count) };
    await queueNews(trx, app, {
      about: envelopeId,
      tgUserId,
      kind: "refunded",
      params: { envelopeId, amount, coinType, ...shares },
    });
  });
}
