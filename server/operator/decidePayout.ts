import type { Kysely } from "kysely";
import { COINS } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/formatAmount.ts";
import { isCancellablePayout } from "#machines/lifecycle/payout/payoutStatuses.ts";
import { stopAutoPayouts } from "#server/accounts/stopAutoPayouts.ts";
import { changeStatus } from "#server/db/changeStatus.ts";
import type { Schema } from "#server/db/schema.ts";
import { queueNotification } from "#server/messenger/queueNotification.ts";
import { cancelPayoutInside } from "#server/payouts/cancel.ts";
import { describeReturn, type PayoutRow } from "#server/payouts/payoutRow.ts";
import { ActionRefused, type ActionResult, carryOut, type Decision, logAction, type OperatorApp } from "./decision.ts";

export interface PayoutDecision extends Decision {
  payoutId: string;
}

/** Lets a held payout pass the limits: it is queued again. Throws ActionRefused. */
export async function releasePayout(app: OperatorApp, decision: PayoutDecision): Promise<ActionResult> {
  return decide(app, decision, async (trx, payout) => {
    if (payout.status !== "held" && payout.released_at !== null) return "repeat";
    if (payout.status !== "held") throw new ActionRefused(`The payout is not held: it is ${payout.status}.`);
    if (payout.held_reason !== "limit") {
      throw new ActionRefused(
        `No limit holds the payout (held for: ${payout.held_reason}); a release would change nothing.`,
      );
    }
    if (decision.isDryRun) return "dry";
    const at = app.clock.now();
    await trx
      .updateTable("payout")
      .set({
        ...changeStatus("payout", "payout.released", { at, cause: "releasePayout" }),
        held_reason: null,
        is_hour_limit: false,
        released_at: at,
      })
      .where("payout_id", "=", payout.payout_id)
      .execute();
    await logAction(trx, app, decision, { kind: "releasePayout", ...describeForLog(payout) });
    return "done";
  });
}

/**
 * Gives the money of a payout back of which nothing is signed, and tells its owner. An automatic one is switched off for
 * that coin, else it would come again. Throws ActionRefused.
 */
export async function refusePayout(app: OperatorApp, decision: PayoutDecision): Promise<ActionResult> {
  return decide(app, decision, async (trx, payout) => {
    const { payout_id: payoutId, tg_user_id: tgUserId, coin_type: coinType } = payout;
    if (payout.status === "cancelled" && (await isLogged(trx, payoutId))) return "repeat";
    if (!isCancellablePayout(payout.status)) {
      throw new ActionRefused(`The payout can no longer be refused: it is ${payout.status}.`);
    }
    if (decision.isDryRun) return "dry";
    await cancelPayoutInside(trx, app, payout, "refusePayout");
    if (payout.is_automatic) await stopAutoPayouts(trx, tgUserId, coinType);
    await queueNotification(trx, app, { tgUserId, ...describeReturn(payout, 0n) });
    await logAction(trx, app, decision, { kind: "refusePayout", ...describeForLog(payout) });
    return "done";
  });
}

async function decide(
  app: OperatorApp,
  decision: PayoutDecision,
  act: (trx: Kysely<Schema>, payout: PayoutRow) => Promise<"done" | "repeat" | "dry">,
): Promise<ActionResult> {
  return carryOut(app, decision, async (trx) => {
    const payout = await trx
      .selectFrom("payout")
      .selectAll()
      .where("payout_id", "=", decision.payoutId)
      .forUpdate()
      .executeTakeFirst();
    if (payout === undefined) throw new ActionRefused("There is no such payout.");
    const outcome = await act(trx, payout);
    return { isDone: outcome === "done", isRepeat: outcome === "repeat", summary: describe(payout) };
  });
}

function describe({
  gross_base: grossBase,
  coin_type: coinType,
  tg_user_id: tgUserId,
  to_address: to,
}: PayoutRow): string {
  return `${formatAmount(grossBase, COINS[coinType].baseDecimals)} ${coinType} of person ${tgUserId} to ${to}`;
}

function describeForLog(payout: PayoutRow) {
  const { payout_id: subject, tg_user_id: tgUserId, coin_type: coinType, gross_base: amountBase } = payout;
  return { subject, tgUserId, coinType, amountBase };
}

async function isLogged(trx: Kysely<Schema>, payoutId: string): Promise<boolean> {
  const action = await trx
    .selectFrom("operator_action")
    .select("transaction_id")
    .where("kind", "=", "refusePayout")
    .where("subject", "=", payoutId)
    .executeTakeFirst();
  return action !== undefined;
}
