import type { Kysely } from "kysely";
import { isCancellablePayout } from "#machines/lifecycle/payout/payoutStatuses.ts";
import type { App } from "#server/app.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { Handler } from "#server/calls/handler.ts";
import { changeStatus, type StatusCause } from "#server/db/changeStatus.ts";
import { transact } from "#server/db/transact.ts";
import type { Schema } from "#server/db/schema.ts";
import { ACCOUNTS } from "#server/ledger/accounts.ts";
import { postEntries } from "#server/ledger/postEntries.ts";
import type { PayoutRow } from "./payoutRow.ts";
import { readWirePayout } from "./payouts.ts";

/** Takes back a payout of which nothing is signed yet. A repeat answers the cancelled payout again. */
export const cancelPayout: Handler<"cancelPayout"> = async ({ user: { tgUserId }, body: { payoutId } }, app) => {
  await transact(app.database.kysely, async (trx) => {
    const row = await trx
      .selectFrom("payout")
      .selectAll()
      .where("payout_id", "=", payoutId)
      .where("tg_user_id", "=", tgUserId)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) throw new ApiError("notFound");
    if (row.status === "cancelled") return;
    if (!(await cancelPayoutInside(trx, app, row, "cancelPayout"))) throw new ApiError("notAvailable");
  });
  return { payout: await readWirePayout(app, payoutId) };
};

/**
 * Takes back a payout of which nothing is signed, inside the caller's transaction, which has locked its row: the gross is
 * in the balance again. False where a transaction is signed already.
 */
export async function cancelPayoutInside(
  trx: Kysely<Schema>,
  { clock }: Pick<App, "clock">,
  payout: PayoutRow,
  cause: StatusCause,
): Promise<boolean> {
  const { payout_id: payoutId, coin_type: coinType, tg_user_id: tgUserId, gross_base: grossBase } = payout;
  if (!isCancellablePayout(payout.status)) return false;
  const at = clock.now();
  await trx
    .updateTable("payout")
    .set({
      ...changeStatus("payout", "payout.cancelled", { at, cause }),
      held_reason: null,
      settled_at: at,
      spent_base: 0n,
    })
    .where("payout_id", "=", payoutId)
    .execute();
  await postEntries(trx, {
    transactionId: `payoutBack:${payoutId}`,
    kind: "payoutBack",
    at,
    entries: [
      { account: ACCOUNTS.payout(payoutId), coinType, amountBase: -grossBase },
      { account: ACCOUNTS.user(tgUserId, coinType), coinType, amountBase: grossBase },
    ],
  });
  return true;
}
