import { type Kysely, sql } from "kysely";
import { SIGNED_PAYOUTS } from "#machines/lifecycle/payout/payoutStatuses.ts";
import type { CoinType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import type { PayoutOffer, SenderReading } from "#server/chains/payoutRoute.ts";
import type { Schema } from "#server/db/schema.ts";
import { isMoneyMissing } from "#server/ledger/missingMoney.ts";
import { isUncompared } from "#server/ledger/uncompared.ts";
import { FREEZE_SCOPES, isFrozen, listSpendingScopes } from "#server/limits/freezes.ts";
import { readFeesLeft } from "./fees.ts";
import { type PayoutRow, readNetBase } from "./payoutRow.ts";
import type { ReadingMark, Signing } from "./prepare.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export type HeldReason = NonNullable<PayoutRow["held_reason"]>;

export interface Hold {
  reason: HeldReason;
  /** Of a limit: it is that of all people's hour, which ends by itself. */
  isHourLimit: boolean;
}

/** What the chain told before the payout is looked at. */
export interface PayoutWorld {
  senderKey: string;
  signing: Signing;
  /** Null for a receiver that takes no plain transfer now. */
  offer: PayoutOffer | null;
  /** Payouts that are about to be signed in the same transaction. */
  beside: readonly PayoutRow[];
}

/** What hinders the signing of a payout now, or null. The caller has locked the sender's row. */
export async function findHeldReason(
  trx: Kysely<Schema>,
  app: App,
  payout: PayoutRow,
  world: PayoutWorld,
): Promise<Hold | null> {
  const hold = (reason: HeldReason): Hold => ({ reason, isHourLimit: false });
  const { coin_type: coinType, tg_user_id: tgUserId, to_address_key: toAddressKey } = payout;
  const { offer, beside } = world;
  if ((await isMoneyMissing(trx, coinType)) || (await isUncompared(trx, coinType))) return hold("paused");
  if (await isFrozen(trx, [FREEZE_SCOPES.all])) return hold("paused");
  if (await isFrozen(trx, listSpendingScopes({ tgUserId, coinType, toAddressKey }))) return hold("frozen");
  const limit = (await mayPassLimits(trx, app, payout)) ? null : await findLimit(trx, app, payout, beside);
  if (limit !== null) return { reason: "limit", isHourLimit: limit === "hour" };
  if (offer === null || (await isBurning(trx, app, payout))) return hold("receiver");
  if (offer.leastBase > payout.fee_cap_base) return hold("fee");
  // Earlier payouts have cost more than was agreed: the next one may, too.
  if ((await readFeesLeft(trx, coinType)) < 0n) return hold("treasury");
  const leftBase = await readLeft(trx, payout, world);
  return leftBase < readMostBase(payout) ? hold("treasury") : null;
}

/** So many in a row are the receiver's doing. */
const MANY_BURNT = 2;

/**
 * Whether the network took all of what the last payouts to a receiver were to bring. The account of fees bears that, so one
 * a day is tried.
 */
async function isBurning(
  trx: Kysely<Schema>,
  { clock }: App,
  { coin_type: coinType, to_address_key: toAddressKey }: PayoutRow,
): Promise<boolean> {
  const last = await trx
    .selectFrom("payout")
    .select(["settled_at", sql<boolean>`status = 'returned' and spent_base >= gross_base - fee_base`.as("is_burnt")])
    .where("coin_type", "=", coinType)
    .where("to_address_key", "=", toAddressKey)
    .where("position", "is not", null)
    .where("settled_at", "is not", null)
    .orderBy("settled_at", "desc")
    .limit(MANY_BURNT)
    .execute();
  const dayAgo = clock.now().getTime() - DAY_MS;
  const isFresh = (last[0]?.settled_at?.getTime() ?? dayAgo) > dayAgo;
  return isFresh && last.length === MANY_BURNT && last.every(({ is_burnt: isBurnt }) => isBurnt);
}

/** What may leave the treasury with it. */
function readMostBase(payout: Pick<PayoutRow, "gross_base" | "fee_base" | "fee_cap_base">): bigint {
  return readNetBase(payout) + payout.fee_cap_base;
}

/** Whether the limits do not hold it: an operator released it, or they have let it pass before. */
async function mayPassLimits(trx: Kysely<Schema>, { clock }: App, payout: PayoutRow): Promise<boolean> {
  const { signed_at: signedAt, released_at: releasedAt } = payout;
  return signedAt === null ? releasedAt !== null : mayRepeat(trx, payout, new Date(clock.now().getTime() - DAY_MS));
}

/** Whether it is above a limit: `operator` where an operator decides, `hour` where room comes with the next hour. */
async function findLimit(
  trx: Kysely<Schema>,
  app: App,
  payout: PayoutRow,
  beside: readonly PayoutRow[],
): Promise<"operator" | "hour" | null> {
  const { coin_type: coinType, tg_user_id: tgUserId, gross_base: grossBase } = payout;
  const limits = app.config.chains[coinType]?.payoutLimits;
  if (limits === undefined) return null;
  const nowMs = app.clock.now().getTime();
  const [hourAgo, dayAgo] = [new Date(nowMs - HOUR_MS), new Date(nowMs - DAY_MS)];
  const { rows } = await sql<{ of_person: bigint; of_all: bigint }>`
    select
      coalesce(sum(gross_base) filter (where tg_user_id = ${tgUserId}), 0) as of_person,
      coalesce(sum(gross_base) filter (where signed_at > ${hourAgo}), 0) as of_all
    from (
      select tg_user_id, gross_base, signed_at from payout
      where coin_type = ${coinType} and signed_at > ${dayAgo} and status <> 'returned'
      union all
      -- Signed anew more than once: each may have left.
      select p.tg_user_id, p.gross_base, a.signed_at from payout_attempt a join payout p using (payout_id)
      where a.coin_type = ${coinType} and a.signed_at > ${dayAgo} and a.attempt > 2 and a.sequence is null
        and p.status <> 'returned'
    ) signing
  `.execute(trx);
  const { of_person: ofPersonBase = 0n, of_all: ofAllBase = 0n } = rows[0] ?? {};
  // One that was signed before is in the sums already.
  const unsigned = beside.filter(({ signed_at: signedAt }) => signedAt === null);
  const besideBase = sumGross(unsigned);
  const besideOfPersonBase = sumGross(unsigned.filter((other) => other.tg_user_id === tgUserId));
  if (ofPersonBase + besideOfPersonBase + grossBase > limits.personPerDayBase) return "operator";
  if (ofAllBase + besideBase + grossBase <= limits.allPerHourBase) return null;
  // More than a whole hour's limit never passes by itself.
  return grossBase > limits.allPerHourBase ? "operator" : "hour";
}

function sumGross(payouts: readonly PayoutRow[]): bigint {
  return payouts.reduce((sumBase, { gross_base: grossBase }) => sumBase + grossBase, 0n);
}

/**
 * What the poorer reading leaves when everything that is signed and not in its balance yet has landed. What was booked since
 * the treasury was read counts as under way: a reading is never newer than the books.
 */
async function readLeft(
  trx: Kysely<Schema>,
  { coin_type: coinType }: PayoutRow,
  { senderKey, signing, beside }: PayoutWorld,
): Promise<bigint> {
  const besideBase = beside.reduce((sumBase, other) => sumBase + readMostBase(other), 0n);
  const signed = await trx
    .selectFrom("payout")
    .innerJoin("payout_attempt", "payout_attempt.payout_id", "payout.payout_id")
    .select(["payout.payout_id", "gross_base", "fee_base", "fee_cap_base", "sequence"])
    .distinct()
    .where("payout.coin_type", "=", coinType)
    .where("payout.payout_id", "in", selectUnbooked(coinType, signing.mark))
    .where("sender_key", "=", senderKey)
    .where("lost_at", "is", null)
    .execute();
  const readRest = ({ balanceBase }: SenderReading, ahead: typeof signed) =>
    ahead.reduce((restBase, row) => restBase - readMostBase(row), balanceBase - besideBase);
  const left =
    signing.model === "expiry"
      ? signing.readings.map((reading) => readRest(reading, signed))
      : signing.readings.map((reading) =>
          readRest(
            reading,
            signed.filter(({ sequence }) => sequence === null || sequence >= reading.nextNonce),
          ),
        );
  return left.reduce((least, value) => (value < least ? value : least), left[0] ?? 0n);
}

/** The payouts whose transactions a reading of the treasury may lack. */
function selectUnbooked(coinType: CoinType, { readAt, signedIds }: ReadingMark) {
  return sql<string>`(
    select payout_id from payout where coin_type = ${coinType} and status in (${sql.join(SIGNED_PAYOUTS)})
    union all select unnest(${signedIds}::text[])
    union all select payout_id from payout where coin_type = ${coinType} and signed_at >= ${readAt}
  )`;
}

/** Transactions of a payout that the limits let pass as one. */
const MOST_FREE = 2;

/**
 * Whether a payout that was signed before may be signed anew whatever the limits say: the first time, and one that an
 * operator released once a day, since the limits may never have room for it.
 */
async function mayRepeat(
  trx: Kysely<Schema>,
  { payout_id: payoutId, released_at: releasedAt }: PayoutRow,
  dayAgo: Date,
): Promise<boolean> {
  // Those with one number exclude each other.
  const { signings, newest } = await trx
    .selectFrom("payout_attempt")
    .select([
      sql<number>`count(distinct coalesce(sequence::text, tx_hash))::integer`.as("signings"),
      sql<Date | null>`max(signed_at)`.as("newest"),
    ])
    .where("payout_id", "=", payoutId)
    .executeTakeFirstOrThrow();
  return signings < MOST_FREE || (releasedAt !== null && (newest === null || newest <= dayAgo));
}
