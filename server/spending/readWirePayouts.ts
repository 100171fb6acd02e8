import type { components } from "#contract/schema.d.ts";
import { COINS } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/formatAmount.ts";
import type { App } from "#server/app.ts";
import { type PayoutRow, readNetBase, readReturnedBase } from "#server/payouts/payoutRow.ts";

type WirePayout = components["schemas"]["Payout"];

/** Payouts for the wire, in the order given. */
export async function readWirePayouts(app: App, rows: readonly PayoutRow[]): Promise<WirePayout[]> {
  if (rows.length === 0) return [];
  const cursors = await app.database.kysely.selectFrom("chain_cursor").select(["coin_type", "head_position"]).execute();
  return rows.map((row) => {
    const { coin_type: coinType } = row;
    const { baseDecimals } = COINS[coinType];
    const facts = app.chains[coinType]?.facts;
    const requiredConfirmations = facts?.confirmations ?? 1;
    const head = cursors.find((cursor) => cursor.coin_type === coinType)?.head_position ?? null;
    const seen = row.position === null ? 0 : (facts?.countConfirmations(row.position, head ?? row.position) ?? 0);
    const confirmations = row.status === "paid" ? requiredConfirmations : seen;
    return {
      payoutId: row.payout_id,
      coinType,
      gross: formatAmount(row.gross_base, baseDecimals),
      fee: formatAmount(row.fee_base, baseDecimals),
      net: formatAmount(readNetBase(row), baseDecimals),
      ...nameReturned(row),
      toAddress: row.to_address,
      status: row.status,
      heldReason: row.held_reason,
      isAutomatic: row.is_automatic,
      txHash: row.tx_hash,
      explorerTx: facts?.explorerTx ?? null,
      confirmations: Math.max(0, Math.min(confirmations, requiredConfirmations)),
      requiredConfirmations,
      createdAt: row.created_at.toISOString(),
      settledAt: row.settled_at?.toISOString() ?? null,
    };
  });
}

function nameReturned(row: PayoutRow): Pick<WirePayout, "returnedAmount" | "lostFee"> {
  const { status, coin_type: coinType, spent_base: spentBase } = row;
  if (status !== "cancelled" && status !== "returned") return { returnedAmount: null, lostFee: null };
  const { backBase, lostBase } = readReturnedBase(row, spentBase ?? 0n);
  const { baseDecimals } = COINS[coinType];
  return { returnedAmount: formatAmount(backBase, baseDecimals), lostFee: formatAmount(lostBase, baseDecimals) };
}

/** One payout for the wire, as it is now. */
export async function readWirePayout(app: App, payoutId: string): Promise<WirePayout> {
  const row = await app.database.kysely
    .selectFrom("payout")
    .selectAll()
    .where("payout_id", "=", payoutId)
    .executeTakeFirstOrThrow();
  const [payout] = await readWirePayouts(app, [row]);
  if (payout === undefined) throw new Error("a payout was lost on its way to the wire");
  return payout;
}
