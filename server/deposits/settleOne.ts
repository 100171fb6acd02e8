import { sql } from "kysely";
import { COINS, type CoinType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import type { Chain } from "#server/chains/chain.ts";
import { isConnectionLost } from "#server/db/isConnectionLost.ts";
import { retryConflict } from "#server/db/retryConflict.ts";
import { ACCOUNTS } from "#server/ledger/accounts.ts";
import { forgetFailures, setAside, SHOWN_AFTER, workThrough } from "#server/outbox/failedWork.ts";
import { creditTransfer } from "./creditTransfer.ts";
import { isFromCold, lockAddress } from "./payer.ts";
import { recheckTransfer } from "./recheckTransfer.ts";
import { findOwner, settleTransfer, settleUnmatched } from "./settleTransfer.ts";
import type { TransferRow } from "./transferReading.ts";

const JOB = "settleTransfer";

/** `waits`: it is disputed or set aside, and the settled position stays before it. */
type Outcome = "done" | "waits" | "otherBlock";

export function nameTransfer({ coin_type: coinType, tx_hash: txHash, transfer_index: index }: TransferRow): string {
  return `${coinType}:${txHash}:${index}`;
}

/**
 * Reads a final transfer again and settles it. One for which that fails is set aside, so that others are settled; for
 * good after some tries where a later one was settled, so that the settled position goes on: as a transaction that
 * cannot be read, or as unmatched.
 * Rejects where the chain or the database is away.
 */
export async function settleOne(
  app: App,
  chain: Chain,
  row: TransferRow,
  seenRef: string | null | undefined,
): Promise<Outcome> {
  try {
    const verdict = await recheckTransfer(app, chain, row, seenRef);
    if (verdict === "otherBlock") return verdict;
    if (verdict === "disputed") return "waits";
    if (verdict === "gone") return "done";
  } catch (error) {
    if (isConnectionLost(error)) throw error;
    // As many endpoints must answer as for the transfer, so that no outage counts as its failure.
    await chain.confirmPosition(row.position);
    return (await isHopeless(app, row, error)) ? leaveUnread(app, row) : "waits";
  }
  const id = { coinType: row.coin_type, txHash: row.tx_hash, index: row.transfer_index };
  const confirmed = { fromKey: row.from_address_key, amountBase: row.amount_base };
  try {
    await settleTransfer(app, id, confirmed);
  } catch (error) {
    if (isConnectionLost(error)) throw error;
    if (!(await isHopeless(app, row, error))) return "waits";
    return (await isBookedUnmatched(app, row)) ? "done" : "waits";
  }
  await forgetFailures(app, JOB, [nameTransfer(row)]);
  return "done";
}

async function isBookedUnmatched(app: App, row: TransferRow): Promise<boolean> {
  const id = { coinType: row.coin_type, txHash: row.tx_hash, index: row.transfer_index };
  try {
    await settleUnmatched(app, id, { fromKey: row.from_address_key, amountBase: row.amount_base });
    return true;
  } catch (error) {
    if (isConnectionLost(error)) throw error;
    app.logger.error({ coinType: id.coinType, txHash: id.txHash, error }, "a transfer can be booked in no way");
    return false;
  }
}

/** Counts a failure. Whether it is the transfer's own fault: it failed often, and a later one was settled. */
async function isHopeless(app: App, row: TransferRow, error: unknown): Promise<boolean> {
  if ((await setAside(app, JOB, [nameTransfer(row)], error)) < SHOWN_AFTER) return false;
  const { rows } = await sql`
    select from chain_transfer
    where coin_type = ${row.coin_type} and position >= ${row.position} and settled_at is not null limit 1
  `.execute(app.database.kysely);
  return rows.length > 0;
}

/** Its money is booked as a surplus at the next comparison of books and chain. Operators decide whose it is. */
async function leaveUnread({ database, clock, logger }: App, row: TransferRow): Promise<Outcome> {
  const { coin_type: coinType, tx_hash: txHash, transfer_index: index, position } = row;
  const reason = "it cannot be read again";
  await database.kysely.transaction().execute(async (trx) => {
    await trx
      .deleteFrom("chain_transfer")
      .where("coin_type", "=", coinType)
      .where("tx_hash", "=", txHash)
      .where("transfer_index", "=", index)
      .where("settled_at", "is", null)
      .execute();
    await trx
      .insertInto("unread_transaction")
      .values({ coin_type: coinType, tx_hash: txHash, position, reason, seen_at: clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
  logger.error({ coinType, txHash, reason }, "a transaction to the treasury cannot be read: it is set aside");
  return "done";
}

/** Credits what became unmatched because crediting it failed, where an operator has it repeated. */
export async function creditAgain(app: App, coinType: CoinType): Promise<void> {
  const { rows } = await sql<TransferRow>`
    select t.* from failed_work f
    join chain_transfer t on f.item = t.coin_type || ':' || t.tx_hash || ':' || t.transfer_index
    where f.job = ${JOB} and f.failed_at is null and f.due_at <= ${app.clock.now()}
      and t.coin_type = ${coinType} and t.outcome = 'unmatched'
  `.execute(app.database.kysely);
  if (rows.length > 0) await app.prices.read(coinType);
  for (const row of rows) {
    await workThrough(app, { job: JOB, findId: nameTransfer, perform: () => creditUnmatched(app, row) }, [row]);
  }
}

async function creditUnmatched(app: App, row: TransferRow): Promise<void> {
  const { coin_type: coinType, tx_hash: txHash, transfer_index: index, from_address_key: fromKey } = row;
  const id = { coinType, txHash, index };
  await retryConflict(() =>
    app.database.kysely.transaction().execute(async (trx) => {
      await lockAddress(trx, COINS[coinType].walletType, fromKey);
      const unmatched = await trx
        .selectFrom("chain_transfer")
        .select("tx_hash")
        .where("coin_type", "=", coinType)
        .where("tx_hash", "=", txHash)
        .where("transfer_index", "=", index)
        .where("outcome", "=", "unmatched")
        .forUpdate()
        .executeTakeFirst();
      const payerId = (await isFromCold(trx, coinType, fromKey)) ? null : await findOwner(trx, app, id);
      if (unmatched === undefined || payerId === null) return;
      await creditTransfer(trx, app, id, payerId, {
        account: ACCOUNTS.unmatched(coinType),
        transactionId: `proof:${coinType}:${txHash}:${index}`,
      });
    }),
  );
}
