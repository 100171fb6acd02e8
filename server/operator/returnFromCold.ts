import { type Kysely, sql } from "kysely";
import { COINS, type CoinType } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/formatAmount.ts";
import type { Schema } from "#server/db/schema.ts";
import { ACCOUNTS } from "#server/ledger/accounts.ts";
import { selectBalance } from "#server/ledger/coinBalance.ts";
import { postEntries } from "#server/ledger/postEntries.ts";
import { isFromCold, lockAddress } from "#server/deposits/payer.ts";
import { lockSurplus } from "#server/deposits/surplus.ts";
import { ActionRefused, type ActionResult, carryOut, type Decision, logAction, type OperatorApp } from "./decision.ts";

export interface ReturnDecision extends Decision {
  coinType: CoinType;
  txHash: string;
  /** Of the transfer in its transaction. */
  index: number;
}

/**
 * Books an unmatched transfer from a cold address as money of operators that is back, once: to the cold account as far
 * as that holds, the rest to the account of fees. Throws ActionRefused.
 */
export async function returnFromCold(app: OperatorApp, decision: ReturnDecision): Promise<ActionResult> {
  const { coinType, txHash, index, isDryRun } = decision;
  const transactionId = `coldReturn:${coinType}:${txHash}:${index}`;
  return carryOut(app, decision, async (trx) => {
    await lockSurplus(trx);
    const { outcome, fromKey, amountBase } = await lockTransfer(trx, decision);
    const name = (base: bigint) => `${formatAmount(base, COINS[coinType].baseDecimals)} ${coinType}`;
    if (outcome === "cold") {
      return { isDone: false, isRepeat: true, summary: `${name(amountBase)} back from ${fromKey}` };
    }
    if (outcome !== "unmatched") {
      throw new ActionRefused(outcome === null ? "The transfer is not final yet." : "The transfer is not unmatched.");
    }
    if (!(await isFromCold(trx, coinType, fromKey))) {
      throw new ActionRefused(`No sweep to ${fromKey} was booked: it is no cold address.`);
    }
    const coldBase = await readCold(trx, coinType);
    const backBase = amountBase < coldBase ? amountBase : coldBase;
    const restBase = amountBase - backBase;
    const rest = restBase === 0n ? "" : `, ${name(restBase)} of it to the account of fees`;
    const summary = `${name(amountBase)} back from ${fromKey}${rest}`;
    if (isDryRun) return { isDone: false, isRepeat: false, summary };
    const lines = [
      { account: ACCOUNTS.unmatched(coinType), coinType, amountBase: -amountBase },
      { account: ACCOUNTS.cold(coinType), coinType, amountBase: backBase },
      { account: ACCOUNTS.fees(coinType), coinType, amountBase: restBase },
    ];
    await postEntries(trx, {
      transactionId,
      kind: "coldReturn",
      at: app.clock.now(),
      entries: lines.filter((line) => line.amountBase !== 0n),
    });
    await trx
      .updateTable("chain_transfer")
      .set({ outcome: "cold" })
      .where("coin_type", "=", coinType)
      .where("tx_hash", "=", txHash)
      .where("transfer_index", "=", index)
      .execute();
    await logAction(trx, app, decision, {
      kind: "returnFromCold",
      subject: txHash,
      transactionId,
      coinType,
      amountBase,
    });
    return { isDone: true, isRepeat: false, summary };
  });
}

async function lockTransfer(trx: Kysely<Schema>, { coinType, txHash, index }: ReturnDecision) {
  const transfers = trx
    .selectFrom("chain_transfer")
    .select(["from_address_key as fromKey", "amount_base as amountBase", "outcome"])
    .where("coin_type", "=", coinType)
    .where("tx_hash", "=", txHash)
    .where("transfer_index", "=", index);
  const seen = await transfers.executeTakeFirst();
  if (seen === undefined) throw new ActionRefused("There is no such transfer.");
  // A parallel proof of the sender either credits the transfer first or finds it booked.
  await lockAddress(trx, COINS[coinType].walletType, seen.fromKey);
  return transfers.forUpdate().executeTakeFirstOrThrow();
}

/** What operators have moved to cold addresses and not brought back. */
async function readCold(trx: Kysely<Schema>, coinType: CoinType): Promise<bigint> {
  const { rows } = await sql<{ cold: bigint }>`select -${selectBalance("cold", coinType)} as cold`.execute(trx);
  return rows[0]?.cold ?? 0n;
}
