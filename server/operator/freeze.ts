import type { Kysely } from "kysely";
import type { Schema } from "#server/db/schema.ts";
import { forgetFrozenEnvelopes } from "#server/limits/freezes.ts";
import { ActionRefused, type ActionResult, carryOut, type Decision, logAction, type OperatorApp } from "./decision.ts";

export interface FreezeDecision extends Decision {
  /** A name of `FREEZE_SCOPES`. */
  scope: string;
}

/** Stops what money of a scope may do; `docs/operations.md` says what still works. Throws ActionRefused. */
export async function freeze(app: OperatorApp, decision: FreezeDecision): Promise<ActionResult> {
  return change(app, decision, "freeze");
}

/** Ends a freeze. Throws ActionRefused. */
export async function unfreeze(app: OperatorApp, decision: FreezeDecision): Promise<ActionResult> {
  return change(app, decision, "unfreeze");
}

async function change(app: OperatorApp, decision: FreezeDecision, kind: "freeze" | "unfreeze"): Promise<ActionResult> {
  const { scope, isDryRun } = decision;
  const result = await carryOut(app, decision, async (trx) => {
    if (kind === "freeze") await refuseUnknown(trx, scope);
    const isChanged = isDryRun
      ? (await readIsFrozen(trx, scope)) !== (kind === "freeze")
      : await write(trx, app, scope, kind);
    if (isChanged && !isDryRun) await logAction(trx, app, decision, { kind, subject: scope });
    return { isDone: isChanged && !isDryRun, isRepeat: !isChanged, summary: `${kind} ${scope}` };
  });
  if (result.isDone) forgetFrozenEnvelopes(app.database);
  return result;
}

/** A mistyped id would freeze nothing. */
async function refuseUnknown(trx: Kysely<Schema>, scope: string): Promise<void> {
  const [kind, id = ""] = scope.split(":");
  const found =
    kind === "person"
      ? await trx.selectFrom("tg_user").select("lang").where("tg_user_id", "=", BigInt(id)).executeTakeFirst()
      : kind === "envelope"
        ? await trx.selectFrom("envelope").select("status").where("envelope_id", "=", id).executeTakeFirst()
        : scope;
  if (found === undefined) throw new ActionRefused(`There is no ${kind} ${id}.`);
}

async function readIsFrozen(trx: Kysely<Schema>, scope: string): Promise<boolean> {
  const row = await trx.selectFrom("frozen_scope").select("scope").where("scope", "=", scope).executeTakeFirst();
  return row !== undefined;
}

/** Answers whether it changed anything. */
async function write(
  trx: Kysely<Schema>,
  { clock }: OperatorApp,
  scope: string,
  kind: "freeze" | "unfreeze",
): Promise<boolean> {
  if (kind === "unfreeze") {
    const ended = await trx.deleteFrom("frozen_scope").where("scope", "=", scope).returning("scope").execute();
    return ended.length === 1;
  }
  const begun = await trx
    .insertInto("frozen_scope")
    .values({ scope, frozen_at: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .returning("scope")
    .execute();
  return begun.length === 1;
}
