import { type Kysely, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";
import { forgetFrozenEnvelopes, isFrozen } from "#server/limits/freezes.ts";
import {
  ActionRefused,
  type ActionResult,
  carryOut,
  type Decision,
  type OperatorApp,
  requirePerson,
} from "./decision.ts";

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
  const { scope } = decision;
  const result = await carryOut(app, decision, async (trx) => {
    if (kind === "freeze") await refuseUnknown(trx, scope);
    await sql`select pg_advisory_xact_lock(hashtextextended('freeze', 0))`.execute(trx);
    const isRepeat = (await isFrozen(trx, [scope])) === (kind === "freeze");
    return {
      isRepeat,
      summary: `${kind} ${scope}`,
      async act() {
        if (kind === "unfreeze") await trx.deleteFrom("frozen_scope").where("scope", "=", scope).execute();
        else await trx.insertInto("frozen_scope").values({ scope, frozen_at: app.clock.now() }).execute();
        return { kind, subject: scope };
      },
    };
  });
  if (result.isDone) forgetFrozenEnvelopes(app.database);
  return result;
}

/** A mistyped id would freeze nothing. */
async function refuseUnknown(trx: Kysely<Schema>, scope: string): Promise<void> {
  const [kind, id = ""] = scope.split(":");
  const found =
    kind === "person"
      ? await requirePerson(trx, BigInt(id))
      : kind === "envelope"
        ? await trx.selectFrom("envelope").select("status").where("envelope_id", "=", id).executeTakeFirst()
        : scope;
  if (found === undefined) throw new ActionRefused(`There is no ${kind} ${id}.`);
}
