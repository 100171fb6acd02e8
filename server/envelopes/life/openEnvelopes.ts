import { type Kysely, type Selectable, sql } from "kysely";
import { COINS, type CoinType } from "#domain/coins.ts";
import { drawShares } from "#domain/draw/drawShares.ts";
import { formatAmount } from "#domain/money/amount.ts";
import type { App } from "#server/app.ts";
import { commitDraw } from "#server/crypto/commitDraw.ts";
import { type StatusChange, changeStatus } from "#server/db/changeStatus.ts";
import type { Schema } from "#server/db/schema.ts";
import { ACCOUNTS } from "#server/ledger/accounts.ts";
import { postEntries } from "#server/ledger/postEntries.ts";
import { readEnvelopeIds } from "#server/orders/endOrder.ts";
import { valueMicros } from "#server/prices/prices.ts";
import type { Random } from "#server/random.ts";
import { queueNews } from "#server/messenger/queueNotification.ts";
import { transact } from "#server/db/transact.ts";
import { isMoneyMissing } from "#server/ledger/missingMoney.ts";
import { isDue, workThrough } from "#server/outbox/failedWork.ts";
import { selectInTurns } from "#server/outbox/inTurns.ts";

const SALT_BYTES = 32;

/**
 * Opens every envelope of a paid order, whose row the caller has locked, inside the settlement's transaction: draws the shares, commits to them and moves
 * the money from the order's account to the envelopes'. Stores the value at the last known price; the caller updates
 * the price before the transaction. A repeat finds nothing left to open.
 */
export async function openEnvelopes(
  trx: Kysely<Schema>,
  app: Pick<App, "config" | "clock" | "random" | "prices">,
  orderId: string,
  change: StatusChange,
): Promise<void> {
  const { at } = change;
  const envelopeIds = await readEnvelopeIds(trx, orderId);
  const paid = await trx
    .selectFrom("envelope")
    .select(["envelope_id", "sender_id", "type", "coin_type", "total_base", "count", "chat_id", "draw_rule"])
    .where("envelope_id", "=", sql<string>`any (${envelopeIds}::text[])`)
    .where("status", "=", "awaitingPayment")
    .orderBy("envelope_id")
    .execute();

  for (const envelope of paid) {
    const envelopeId = envelope.envelope_id;
    const shares = splitShares(envelope, app.random);
    const salt = Buffer.from(app.random.bytes(SALT_BYTES));
    const { baseDecimals } = COINS[envelope.coin_type];
    const record = {
      envelopeId,
      salt: salt.toString("hex"),
      shares: shares.map((share) => formatAmount(share, baseDecimals)),
    };

    await trx
      .updateTable("envelope")
      .set({
        ...changeStatus("envelope", "envelope.paid", change),
        salt,
        commitment: commitDraw(record, envelope.draw_rule),
        best_base: shares.reduce((best, share) => (share > best ? share : best)),
        value_micros: valueMicros(envelope.coin_type, envelope.total_base, app.prices.peek(envelope.coin_type)),
        opened_at: at,
        expires_at: new Date(at.getTime() + app.config.envelopeTtlMs),
      })
      .where("envelope_id", "=", envelopeId)
      .execute();
    await sql`
      insert into share (envelope_id, slot, amount_base)
      select ${envelopeId}, s.slot, s.amount_base
      from unnest(${shares.map(String)}::numeric[]) with ordinality as s (amount_base, slot)
    `.execute(trx);
    await postEntries(trx, {
      transactionId: `open:${envelopeId}`,
      kind: "open",
      at,
      home: envelopeId,
      entries: [
        { account: ACCOUNTS.order(orderId), coinType: envelope.coin_type, amountBase: -envelope.total_base },
        { account: ACCOUNTS.envelope(envelopeId), coinType: envelope.coin_type, amountBase: envelope.total_base },
      ],
    });
    if (envelope.chat_id !== null) {
      await trx
        .insertInto("group_post")
        .values({ envelope_id: envelopeId, chat_id: envelope.chat_id, due_at: at })
        .execute();
    }
  }
  await tellOpened(trx, app, orderId, paid);
}

interface Split {
  type: "ordinary" | "luckyDraw";
  coin_type: keyof typeof COINS;
  total_base: bigint;
  count: number;
}

function splitShares(envelope: Split, random: Random): bigint[] {
  if (envelope.type === "ordinary") {
    return Array.from({ length: envelope.count }, () => envelope.total_base / BigInt(envelope.count));
  }
  const { minBase, baseDecimals, decimals } = COINS[envelope.coin_type];
  return drawShares(
    {
      totalBase: envelope.total_base,
      minBase,
      unitBase: 10n ** BigInt(baseDecimals - decimals),
      count: envelope.count,
    },
    (length) => random.bytes(length),
  );
}

type Opened = Pick<Selectable<Schema["envelope"]>, "envelope_id" | "sender_id" | "coin_type" | "total_base" | "count">;

/** Queues the message that the envelopes of an order are live: one, however many there are. */
async function tellOpened(
  trx: Kysely<Schema>,
  app: Pick<App, "clock" | "random">,
  orderId: string,
  opened: readonly Opened[],
): Promise<void> {
  const [first, ...others] = opened;
  if (first === undefined) return;
  const { envelope_id: envelopeId, sender_id: tgUserId, coin_type: coinType } = first;
  const totalBase = opened.reduce((sum, envelope) => sum + envelope.total_base, 0n);
  const amount = formatAmount(totalBase, COINS[coinType].baseDecimals);
  if (others.length === 0) {
    const params = { envelopeId, amount, coinType, count: String(first.count) };
    await queueNews(trx, app, { about: envelopeId, tgUserId, kind: "live", params });
  } else {
    const params = { orderId, amount, coinType, count: String(opened.length) };
    await queueNews(trx, app, { about: orderId, tgUserId, kind: "allLive", params });
  }
}

const BATCH = 100;

/**
 * Opens the envelopes of orders that were paid while money was missing, once nothing is missing. Until then the money
 * stays in the order's account. Each order has its own transaction, which only opens envelopes that still await payment:
 * a crash between two orders or a second process changes nothing.
 */
export async function openWaiting(app: App, coinType: CoinType): Promise<void> {
  const { kysely } = app.database;
  const select = sql`
    select order_id as id, tg_user_id as taker, settled_at as due from payment_order
    where is_opening_due and coin_type = ${coinType} and ${isDue(app, "openEnvelopes", sql.ref("order_id"))}`;
  const { rows } = await selectInTurns({ select, limit: BATCH }).execute(kysely);
  if (rows.length === 0 || (await isMoneyMissing(kysely, coinType))) return;
  await app.prices.read(coinType);
  for (const { id } of rows) {
    await workThrough(app, { job: "openEnvelopes", findId: (orderId) => orderId, perform: open }, [id]);
  }

  function open([orderId = ""]: readonly string[]): Promise<void> {
    return transact(kysely, async (trx) => {
      if (await isMoneyMissing(trx, coinType)) return;
      const due = trx.updateTable("payment_order").set({ is_opening_due: false }).where("order_id", "=", orderId);
      const { numUpdatedRows } = await due.where("is_opening_due", "=", true).executeTakeFirstOrThrow();
      if (numUpdatedRows > 0n) {
        await openEnvelopes(trx, app, orderId, { at: app.clock.now(), cause: "chainWatcher" });
      }
    });
  }
}
