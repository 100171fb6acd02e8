import { type Kysely, type Updateable, sql } from "kysely";
import { COINS, type CoinType } from "#domain/coins.ts";
import type { Schema } from "#server/db/schema.ts";
import { ACCOUNTS, selectBalance } from "#server/ledger/accounts.ts";
import { postEntries } from "#server/ledger/postEntries.ts";
import { findCold, lockAddresses } from "#server/deposits/payer.ts";
import { lockSurplus } from "#server/deposits/surplus.ts";
import { ActionRefused, type ActionResult, type Decision, type OperatorApp, carryOut, nameAmount } from "./decision.ts";

/** What a transfer to the treasury is known by. */
export interface TransferName {
  coinType: CoinType;
  txHash: string;
  /** Of the transfer in its transaction. */
  index: number;
}

export interface ReturnDecision extends Decision, TransferName {}

/**
 * Books an unmatched transfer from a cold address as money of operators that is back, once: to the cold account as far
 * as that holds, the rest to the account of fees. Throws ActionRefused.
 */
export async function returnFromCold(app: OperatorApp, decision: ReturnDecision): Promise<ActionResult> {
  const { coinType, txHash, index } = decision;
  const transactionId = `coldReturn:${coinType}:${txHash}:${index}`;
  return carryOut(app, decision, async (trx) => {
    await lockSurplus(trx);
    const transfer = await lockTransfer(trx, decision);
    const { fromKey, amountBase } = transfer;
    const isRepeat = transfer.outcome === "cold";
    if (!isRepeat) requireUnmatched(transfer);
    if (!isRepeat && (await findCold(trx, coinType, [fromKey])).size === 0) {
      throw new ActionRefused(`No sweep to ${fromKey} was booked: it is no cold address.`);
    }
    const coldBase = await readCold(trx, coinType);
    const backBase = amountBase < coldBase ? amountBase : coldBase;
    const restBase = amountBase - backBase;
    const rest = isRepeat || restBase === 0n ? "" : `, ${nameAmount(restBase, coinType)} of it to the account of fees`;
    return {
      isRepeat,
      summary: `${nameAmount(amountBase, coinType)} back from ${fromKey}${rest}`,
      async act() {
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
        await updateTransfer(trx, decision, { outcome: "cold" });
        return { kind: "returnFromCold", subject: txHash, transactionId, coinType, amountBase };
      },
    };
  });
}

/** What operators have moved to cold addresses and not brought back. */
async function readCold(trx: Kysely<Schema>, coinType: CoinType): Promise<bigint> {
  const { rows } = await sql<{ cold: bigint }>`select -${selectBalance("cold", coinType)} as cold`.execute(trx);
  return rows[0]?.cold ?? 0n;
}

type Transfer = Awaited<ReturnType<typeof lockTransfer>>;

/** Reads a transfer that nobody books meanwhile. Throws ActionRefused where there is none. */
export async function lockTransfer(trx: Kysely<Schema>, { coinType, txHash, index }: TransferName) {
  const transfers = trx
    .selectFrom("chain_transfer")
    .select(["from_address_key as fromKey", "amount_base as amountBase", "outcome"])
    .where("coin_type", "=", coinType)
    .where("tx_hash", "=", txHash)
    .where("transfer_index", "=", index);
  const seen = await transfers.executeTakeFirst();
  if (seen === undefined) throw new ActionRefused("There is no such transfer.");
  // A parallel proof of the sender either credits the transfer first or finds it booked.
  await lockAddresses(trx, COINS[coinType].walletType, [seen.fromKey]);
  return transfers.forUpdate().executeTakeFirstOrThrow();
}

/** Throws ActionRefused for a transfer that is somebody's already, or not final. */
export function requireUnmatched({ outcome }: Transfer): void {
  if (outcome === "unmatched") return;
  throw new ActionRefused(outcome === null ? "The transfer is not final yet." : "The transfer is not unmatched.");
}

export async function updateTransfer(
  trx: Kysely<Schema>,
  { coinType, txHash, index }: TransferName,
  change: Updateable<Schema["chain_transfer"]>,
): Promise<void> {
  await trx
    .updateTable("chain_transfer")
    .set(change)
    .where("coin_type", "=", coinType)
    .where("tx_hash", "=", txHash)
    .where("transfer_index", "=", index)
    .execute();
}
