import { stopAutoPayouts } from "#server/accounts/stopAutoPayouts.ts";
import { ActionRefused, type ActionResult, carryOut, type Decision, logAction, type OperatorApp } from "./decision.ts";

export interface StopDecision extends Decision {
  tgUserId: bigint;
}

/** Switches all automatic payouts of a person off; the person may switch them on again. Throws ActionRefused. */
export async function stopAutomatic(app: OperatorApp, decision: StopDecision): Promise<ActionResult> {
  const { tgUserId, isDryRun } = decision;
  return carryOut(app, decision, async (trx) => {
    const person = await trx
      .selectFrom("tg_user")
      .select("first_name")
      .where("tg_user_id", "=", tgUserId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (person === undefined) throw new ActionRefused(`There is no person ${tgUserId}.`);
    const asked = await trx
      .selectFrom("auto_payout")
      .select("coin_type")
      .where("tg_user_id", "=", tgUserId)
      .orderBy("coin_type")
      .execute();
    const coins = asked.map((row) => row.coin_type).join(", ");
    const isRepeat = asked.length === 0;
    if (!isRepeat && !isDryRun) {
      await stopAutoPayouts(trx, tgUserId, null);
      await logAction(trx, app, decision, { kind: "stopAutoPayouts", subject: `person:${tgUserId}`, tgUserId });
    }
    const summary = `automatic payouts of person ${tgUserId}: ${isRepeat ? "none" : coins}`;
    return { isDone: !isRepeat && !isDryRun, isRepeat, summary };
  });
}
