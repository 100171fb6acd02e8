import type { Kysely } from "kysely";
import { COIN_TYPES } from "#domain/coins.ts";
import { isCancellablePayout } from "#machines/lifecycle/payout/payoutStatuses.ts";
import { lockAccount, stopAutoPayouts } from "#server/accounts/account.ts";
import { changeStatus } from "#server/db/changeStatus.ts";
import type { Schema } from "#server/db/schema.ts";
import { queueNotification } from "#server/messenger/queueNotification.ts";
import { cancelPayoutInside } from "#server/payouts/cancel.ts";
import { describeReturn, type PayoutRow } from "#server/payouts/payoutRow.ts";
import {
  ActionRefused,
  type ActionResult,
  carryOut,
  type Decision,
  nameAmount,
  type OperatorApp,
  requirePerson,
} from "./decision.ts";

export interface PayoutDecision extends Decision {
  payoutId: string;
}

/** Lets a held payout pass the limits: it is queued again. Throws ActionRefused. */
export async function releasePayout(app: OperatorApp, decision: PayoutDecision): Promise<ActionResult> {
  return carryOut(app, decision, async (trx) => {
    const payout = await lockPayout(trx, decision.payoutId);
    const isRepeat = payout.status !== "held" && payout.released_at !== null;
    if (!isRepeat && payout.status !== "held") {
      throw new ActionRefused(`The payout is not held: it is ${payout.status}.`);
    }
    if (!isRepeat && payout.held_reason !== "limit") {
      throw new ActionRefused(
        `No limit holds the payout (held for: ${payout.held_reason}); a release would change nothing.`,
      );
    }
    return {
      isRepeat,
      summary: describe(payout),
      async act() {
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
        return { kind: "releasePayout", ...describeForLog(payout) };
      },
    };
  });
}

/**
 * Gives the money of a payout back of which nothing is signed, and tells its owner. An automatic one is switched off for
 * that coin, else it would come again. Throws ActionRefused.
 */
export async function refusePayout(app: OperatorApp, decision: PayoutDecision): Promise<ActionResult> {
  return carryOut(app, decision, async (trx) => {
    const payout = await lockPayout(trx, decision.payoutId);
    const { payout_id: payoutId, tg_user_id: tgUserId, coin_type: coinType } = payout;
    const isRepeat = payout.status === "cancelled" && (await isLogged(trx, payoutId));
    if (!isRepeat && !isCancellablePayout(payout.status)) {
      throw new ActionRefused(`The payout can no longer be refused: it is ${payout.status}.`);
    }
    return {
      isRepeat,
      summary: describe(payout),
      async act() {
        await cancelPayoutInside(trx, app, payout, "refusePayout");
        if (payout.is_automatic) await stopAutoPayouts(trx, tgUserId, [coinType]);
        await queueNotification(trx, app, { tgUserId, ...describeReturn(payout, 0n) });
        return { kind: "refusePayout", ...describeForLog(payout) };
      },
    };
  });
}

export interface StopDecision extends Decision {
  tgUserId: bigint;
}

/** Switches all automatic payouts of a person off; the person may switch them on again. Throws ActionRefused. */
export async function stopAutomatic(app: OperatorApp, decision: StopDecision): Promise<ActionResult> {
  const { tgUserId } = decision;
  return carryOut(app, decision, async (trx) => {
    await requirePerson(trx, tgUserId);
    await lockAccount(trx, tgUserId);
    const asked = await trx
      .selectFrom("auto_payout")
      .select("coin_type")
      .where("tg_user_id", "=", tgUserId)
      .orderBy("coin_type")
      .execute();
    const isRepeat = asked.length === 0;
    const coins = asked.map((row) => row.coin_type).join(", ");
    return {
      isRepeat,
      summary: `automatic payouts of person ${tgUserId}: ${isRepeat ? "none" : coins}`,
      async act() {
        await stopAutoPayouts(trx, tgUserId, COIN_TYPES);
        return { kind: "stopAutoPayouts", subject: `person:${tgUserId}`, tgUserId };
      },
    };
  });
}

async function lockPayout(trx: Kysely<Schema>, payoutId: string): Promise<PayoutRow> {
  const payout = await trx
    .selectFrom("payout")
    .selectAll()
    .where("payout_id", "=", payoutId)
    .forUpdate()
    .executeTakeFirst();
  if (payout === undefined) throw new ActionRefused("There is no such payout.");
  return payout;
}

function describe({
  gross_base: grossBase,
  coin_type: coinType,
  tg_user_id: tgUserId,
  to_address: to,
}: PayoutRow): string {
  return `${nameAmount(grossBase, coinType)} of person ${tgUserId} to ${to}`;
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
