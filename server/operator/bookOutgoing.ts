import { type Kysely, sql } from "kysely";
import { COINS, type CoinType } from "#domain/coins.ts";
import { SIGNED_PAYOUTS } from "#machines/lifecycle/payout/payoutStatuses.ts";
import { lockAccount } from "#server/accounts/account.ts";
import type { Chain, OutgoingTransaction } from "#server/chains/chain.ts";
import { ChainUnavailable } from "#server/chains/chainUnavailable.ts";
import type { Schema } from "#server/db/schema.ts";
import { lockSurplus, readSurplus } from "#server/deposits/surplus.ts";
import { ACCOUNTS, readBalance } from "#server/ledger/accounts.ts";
import { type LedgerEntry, postEntries } from "#server/ledger/postEntries.ts";
import { readFreeFees } from "#server/payouts/fees.ts";
import { readNetBase } from "#server/payouts/payoutRow.ts";
import {
  ActionRefused,
  type ActionResult,
  carryOut,
  checkDecision,
  type Decision,
  nameAmount,
  type OperatorApp,
  requirePerson,
} from "./decision.ts";

/** Whose money a transaction was that an operator sent by hand. */
export type OutgoingPayer = "unmatched" | "fees" | "cold" | { tgUserId: bigint };

export interface OutgoingDecision extends Decision {
  coinType: CoinType;
  txHash: string;
  against: OutgoingPayer;
}

/**
 * Books a final transaction that an operator sent from the treasury by hand: what it moved and what it cost, once. A
 * sweep to a cold address is booked against the cold account, its fee against the account of fees or, where that is too
 * small, against the surplus. Throws ActionRefused.
 */
export async function bookOutgoing(app: OperatorApp, chain: Chain, decision: OutgoingDecision): Promise<ActionResult> {
  checkDecision(decision);
  const { coinType, txHash, against } = decision;
  await refusePayout(app.database.kysely, coinType, txHash);
  const sent = await readTransaction(chain, txHash);
  const account = nameAccount(coinType, against);
  const spentBase = sent.amountBase + sent.feeBase;
  if (spentBase === 0n) throw new ActionRefused("Nothing has left the treasury with it.");
  const transactionId = `outgoing:${coinType}:${txHash}`;
  return carryOut(app, decision, async (trx) => {
    await lockSurplus(trx);
    const earlier = await readEarlier(trx, coinType, txHash);
    if (earlier !== null && earlier !== account) {
      throw new ActionRefused(`It was booked against ${earlier} before.`);
    }
    const isRepeat = earlier !== null;
    const charges = isRepeat ? [] : await checkOutgoing(trx, decision, sent);
    const act = async () => {
      const at = app.clock.now();
      await trx
        .insertInto("outgoing_transfer")
        .values({
          coin_type: coinType,
          tx_hash: txHash,
          account,
          to_address: sent.to,
          value_base: sent.amountBase,
          fee_base: sent.feeBase,
          position: sent.position,
          booked_at: at,
        })
        .execute();
      if (against === "cold" && sent.amountBase > 0n) {
        await trx
          .insertInto("cold_address")
          .values({ coin_type: coinType, address_key: sent.toKey, known_since: at })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }
      const spent = { account: ACCOUNTS.treasury(coinType), coinType, amountBase: spentBase };
      await postEntries(trx, { transactionId, kind: "outgoing", at, entries: [spent, ...charges] });
      const tgUserId = typeof against === "object" ? against.tgUserId : null;
      return {
        kind: "bookOutgoing",
        subject: txHash,
        transactionId,
        tgUserId,
        coinType,
        amountBase: spentBase,
      } as const;
    };
    return { isRepeat, summary: describe(coinType, sent, account), act };
  });
}

/** What the other accounts lose by a transaction that is to be booked. */
async function checkOutgoing(
  trx: Kysely<Schema>,
  { coinType, txHash, against }: OutgoingDecision,
  sent: OutgoingTransaction,
): Promise<LedgerEntry[]> {
  await refusePayout(trx, coinType, txHash);
  await refuseKnown(trx, coinType, sent);
  if (against === "cold") await refuseKnownPayer(trx, coinType, sent);
  return listCharges(trx, coinType, against, sent);
}

async function readTransaction(chain: Chain, txHash: string): Promise<OutgoingTransaction> {
  const reading = await chain.readOutgoing(txHash).catch((error: unknown) => {
    if (error instanceof ChainUnavailable) throw new ActionRefused("Too few endpoints answer. Try again later.");
    throw error;
  });
  if (reading.kind === "disputed") throw new ActionRefused(`The endpoints do not agree on it: ${reading.reason}.`);
  if (reading.transaction === null) {
    throw new ActionRefused("The treasury has sent no such transaction, or it is not final yet.");
  }
  return reading.transaction;
}

function nameAccount(coinType: CoinType, against: OutgoingPayer): string {
  return typeof against === "object" ? ACCOUNTS.user(against.tgUserId, coinType) : ACCOUNTS[against](coinType);
}

async function readEarlier(trx: Kysely<Schema>, coinType: CoinType, txHash: string): Promise<string | null> {
  const row = await trx
    .selectFrom("outgoing_transfer")
    .select("account")
    .where("coin_type", "=", coinType)
    .where("tx_hash", "=", txHash)
    .executeTakeFirst();
  return row?.account ?? null;
}

/** Refuses a transaction that this server signed, which may be of several payouts. */
async function refusePayout(database: Kysely<Schema>, coinType: CoinType, txHash: string): Promise<void> {
  const attempt = await database
    .selectFrom("payout_attempt")
    .select("payout_id")
    .where("coin_type", "=", coinType)
    .where("tx_hash", "=", txHash)
    .orderBy("part")
    .executeTakeFirst();
  if (attempt !== undefined)
    throw new ActionRefused(`Payout ${attempt.payout_id} books this transaction automatically.`);
}

/** Refuses what is in the books already: one that pays a payout, and what left before the opening balance was read. */
async function refuseKnown(trx: Kysely<Schema>, coinType: CoinType, sent: OutgoingTransaction): Promise<void> {
  const { txHash, toKey, amountBase, position, time } = sent;
  const payouts = await trx
    .selectFrom("payout")
    .select(["payout_id", "gross_base", "fee_base", "to_address_key", "tx_hash", "settled_at"])
    .where("coin_type", "=", coinType)
    .where((where) => where.or([where("tx_hash", "=", txHash), where("status", "in", SIGNED_PAYOUTS)]))
    .execute();
  const own = payouts.find(
    (payout) =>
      payout.tx_hash === txHash ||
      (payout.settled_at === null && payout.to_address_key === toKey && readNetBase(payout) === amountBase),
  );
  // Whoever holds the key may have sped a payout up by hand.
  if (own !== undefined) throw new ActionRefused(`Payout ${own.payout_id} books this transaction automatically.`);
  if (await isBeforeBooks(trx, coinType, position, time)) {
    throw new ActionRefused("It predates the opening balance.");
  }
}

/** An address whose payments the books credit to people cannot hold the operator's money: what it pays would do both. */
async function refuseKnownPayer(trx: Kysely<Schema>, coinType: CoinType, { to, toKey }: OutgoingTransaction) {
  const { walletType: type } = COINS[coinType];
  const wallet = await trx
    .selectFrom("wallet")
    .select("tg_user_id")
    .where("type", "=", type)
    .where("address_key", "=", toKey)
    .executeTakeFirst();
  if (wallet !== undefined) throw new ActionRefused(`${to} is a wallet of person ${wallet.tg_user_id}.`);
  const order = await trx
    .selectFrom("payment_order")
    .select("order_id")
    .where("coin_type", "=", coinType)
    .where("from_address_key", "=", toKey)
    .executeTakeFirst();
  if (order !== undefined) throw new ActionRefused(`${to} pays the order ${order.order_id}.`);
}

async function isBeforeBooks(trx: Kysely<Schema>, coinType: CoinType, position: bigint, time: Date): Promise<boolean> {
  const { rows } = await sql<{ is_before: boolean }>`
    select coalesce((
      select split_part(transaction_id, ':', 3)::bigint >= ${position} from ledger_entry
      where kind = 'opening' and coin_type = ${coinType} limit 1
    ), (
      select created_at >= ${time} from chain_identity where coin_type = ${coinType}
    ), false) as is_before
  `.execute(trx);
  return rows[0]?.is_before ?? false;
}

/** What the other accounts lose; the caller has locked the surplus. */
async function listCharges(
  trx: Kysely<Schema>,
  coinType: CoinType,
  against: OutgoingPayer,
  { amountBase, feeBase }: OutgoingTransaction,
): Promise<LedgerEntry[]> {
  const charge = (account: string, base: bigint): LedgerEntry => ({ account, coinType, amountBase: -base });
  const name = (base: bigint) => nameAmount(base, coinType);
  const spentBase = amountBase + feeBase;
  if (against === "cold" || against === "fees") await lockFees(trx, coinType);
  if (against === "cold") {
    const swept = amountBase > 0n ? [charge(ACCOUNTS.cold(coinType), amountBase)] : [];
    if ((await readFreeFees(trx, coinType)) >= feeBase) return [...swept, charge(ACCOUNTS.fees(coinType), feeBase)];
    if ((await readSurplus(trx, coinType)) >= feeBase) return [...swept, charge(ACCOUNTS.unmatched(coinType), feeBase)];
    throw new ActionRefused(`Neither fees nor surplus hold its fee of ${name(feeBase)}.`);
  }
  if (against === "fees") {
    const freeBase = await readFreeFees(trx, coinType);
    if (freeBase < spentBase)
      throw new ActionRefused(`The account of fees has ${name(freeBase)} to give, not ${name(spentBase)}.`);
    return [charge(ACCOUNTS.fees(coinType), spentBase)];
  }
  if (against === "unmatched") {
    const surplusBase = await readSurplus(trx, coinType);
    // An unmatched transfer stays there for whoever proves its address.
    if (surplusBase < spentBase)
      throw new ActionRefused(`The surplus is ${name(surplusBase)}, not ${name(spentBase)}.`);
    return [charge(ACCOUNTS.unmatched(coinType), spentBase)];
  }
  const { tgUserId } = against;
  await requirePerson(trx, tgUserId);
  await lockAccount(trx, tgUserId);
  const balanceBase = await readBalance(trx, tgUserId, coinType);
  if (balanceBase < spentBase) throw new ActionRefused(`The balance is ${name(balanceBase)}, not ${name(spentBase)}.`);
  return [charge(ACCOUNTS.user(tgUserId, coinType), spentBase)];
}

/** No payout is signed until this transaction ends. */
export async function lockFees(trx: Kysely<Schema>, coinType: CoinType): Promise<void> {
  await trx.selectFrom("payout_sender").select("coin_type").where("coin_type", "=", coinType).forUpdate().execute();
}

function describe(coinType: CoinType, { amountBase, feeBase, to }: OutgoingTransaction, account: string): string {
  const name = (base: bigint) => nameAmount(base, coinType);
  return `${name(amountBase)} to ${to} for a fee of ${name(feeBase)}, against ${account}`;
}
