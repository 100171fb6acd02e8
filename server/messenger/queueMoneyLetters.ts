import { type Kysely, sql } from "kysely";
import { COINS, type CoinType } from "#domain/coins.ts";
import { formatAmount, parseDecimal } from "#domain/money/amount.ts";
import type { App } from "#server/app.ts";
import { createId } from "#server/random.ts";
import type { Schema } from "#server/db/schema.ts";
import { GAP_MS } from "#server/outbox/queues.ts";
import { type MoneyChange, type NotificationKind, NOTIFICATIONS } from "./notificationKind.ts";

/** Letters about money that wait for one person; further ones are told together. */
const MOST_WAITING = 20;
/** How long the letter that tells many waits, so that more can be told in it. */
const GATHERED_FOR_MS = 10_000;

const MONEY_KINDS = Object.entries(NOTIFICATIONS).flatMap(([kind, known]) => ("money" in known ? [kind] : []));

interface MoneyLetters {
  tgUserId: bigint;
  kind: NotificationKind;
  change: MoneyChange;
  letters: readonly { notificationId?: string; params: Readonly<Record<string, string>> }[];
  waitMs?: number;
}

/**
 * Queues letters about money inside the transaction that moves it. None is dropped: beyond MOST_WAITING, and below the
 * coin's minimum, they are told by number and sum with others, in one letter.
 */
export async function queueMoneyLetters(
  trx: Kysely<Schema>,
  app: Pick<App, "clock" | "random">,
  { tgUserId, kind, change, letters, waitMs = 0 }: MoneyLetters,
): Promise<void> {
  const at = app.clock.now();
  const waiting = await trx
    .selectFrom("letter")
    .select("due_at")
    .where("tg_user_id", "=", tgUserId)
    .where("kind", "in", MONEY_KINDS)
    .where("sent_at", "is", null)
    .where("failed_at", "is", null)
    .orderBy("due_at", "desc")
    .limit(MOST_WAITING)
    .execute();
  const isLarge = ({ params }: { params: Readonly<Record<string, string>> }) => {
    const { coinType, amountBase } = readAmount(params);
    return amountBase >= COINS[coinType].minBase;
  };
  const alone = letters.filter(isLarge).slice(0, MOST_WAITING - waiting.length);
  const afterLastMs = (waiting[0]?.due_at.getTime() ?? -Infinity) + GAP_MS;
  const firstMs = Math.max(at.getTime() + waitMs, afterLastMs);
  if (alone.length > 0) {
    await trx
      .insertInto("letter")
      .values(
        alone.map(({ notificationId, params }, place) => ({
          queue: "notification" as const,
          letter_id: notificationId ?? createId(app.random),
          taker: String(tgUserId),
          kind,
          payload: JSON.stringify(params),
          created_at: at,
          due_at: new Date(firstMs + place * GAP_MS),
        })),
      )
      .onConflict((conflict) => conflict.columns(["queue", "letter_id"]).doNothing())
      .execute();
  }
  const isAlone = new Set(alone);
  const together = letters.filter((letter) => !isAlone.has(letter));
  if (together.length === 0) return;
  const dueMs = Math.max(
    at.getTime() + GATHERED_FOR_MS,
    alone.length === 0 ? afterLastMs : firstMs + alone.length * GAP_MS,
  );
  await openSums(trx, { notificationId: createId(app.random), tgUserId, at, dueAt: new Date(dueMs) });
  const amounts = together.map(({ params }) => readAmount(params));
  for (const [coinType, ofCoin] of Map.groupBy(amounts, (amount) => amount.coinType)) {
    const sumBase = ofCoin.reduce((sum, { amountBase }) => sum + amountBase, 0n);
    await trx
      .insertInto("notification_sum")
      .values({
        tg_user_id: tgUserId,
        change,
        coin_type: coinType,
        letters: BigInt(ofCoin.length),
        amount_base: sumBase,
      })
      .onConflict((conflict) =>
        conflict.columns(["tg_user_id", "change", "coin_type"]).doUpdateSet({
          letters: sql`notification_sum.letters + excluded.letters`,
          amount_base: sql`notification_sum.amount_base + excluded.amount_base`,
        }),
      )
      .execute();
  }
}

function readAmount(params: Readonly<Record<string, string>>): { coinType: CoinType; amountBase: bigint } {
  const coinType = params["coinType"] as CoinType;
  return { coinType, amountBase: parseDecimal(params["amount"] ?? "", COINS[coinType].baseDecimals) };
}

interface OpenLetter {
  notificationId: string;
  tgUserId: bigint;
  at: Date;
  dueAt: Date;
}

/**
 * Locks the person's open letter until the transaction ends, so that its sums are not taken meanwhile; makes one where
 * there is none. One that could not be made is tried again.
 */
async function openSums(trx: Kysely<Schema>, { notificationId, tgUserId, at, dueAt }: OpenLetter): Promise<void> {
  const kind: NotificationKind = "moneySums";
  await sql`
    insert into letter as l (queue, letter_id, taker, kind, payload, created_at, due_at, is_open)
    values ('notification', ${notificationId}, ${String(tgUserId)}, ${kind}, '{}', ${at}, ${dueAt}, true)
    on conflict (taker) where is_open do update set
      failed_at = null, last_error = null,
      attempts = case when l.failed_at is null then l.attempts else 0 end,
      due_at = case when l.failed_at is null then l.due_at else excluded.due_at end
  `.execute(trx);
}

/** Some letters about money, told together. */
interface MoneySum {
  change: MoneyChange;
  coinType: CoinType;
  letters: string;
  amount: string;
}

/**
 * What a letter tells, the same at each attempt: the first one closes it, and what comes later is told in the next. Null
 * while the one before waits, so that a person has two at most.
 */
export async function takeSums(
  { database }: Pick<App, "database">,
  notificationId: string,
): Promise<MoneySum[] | null> {
  return database.kysely.transaction().execute(async (trx) => {
    const letter = await trx
      .selectFrom("letter")
      .select(["taker", "payload", "is_open"])
      .where("queue", "=", "notification")
      .where("letter_id", "=", notificationId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (!letter.is_open) return (letter.payload as { sums: MoneySum[] }).sums;
    const tgUserId = BigInt(letter.taker);
    if (await hasClosedWaiting(trx, tgUserId)) return null;
    const taken = await trx
      .deleteFrom("notification_sum")
      .where("tg_user_id", "=", tgUserId)
      .returning(["change", "coin_type", "letters", "amount_base"])
      .execute();
    const sums = taken
      .toSorted((left, right) => `${left.change} ${left.coin_type}`.localeCompare(`${right.change} ${right.coin_type}`))
      .map(({ change, coin_type: coinType, letters, amount_base: amountBase }) => ({
        change,
        coinType,
        letters: String(letters),
        amount: formatAmount(amountBase, COINS[coinType].baseDecimals),
      }));
    await trx
      .updateTable("letter")
      .set({ payload: JSON.stringify({ sums }), is_open: false })
      .where("queue", "=", "notification")
      .where("letter_id", "=", notificationId)
      .execute();
    return sums;
  });
}

async function hasClosedWaiting(trx: Kysely<Schema>, tgUserId: bigint): Promise<boolean> {
  const closed = await trx
    .selectFrom("letter")
    .select("letter_id")
    .where("tg_user_id", "=", tgUserId)
    .where("kind", "=", "moneySums")
    .where("is_open", "=", false)
    .where("sent_at", "is", null)
    .where("failed_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return closed !== undefined;
}
