import { type Kysely, sql } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import type { Schema } from "#server/db/schema.ts";
import { findStrayPerson } from "#server/deposits/strays.ts";
import {
  ActionRefused,
  type ActionResult,
  carryOut,
  type Decision,
  nameAmount,
  type OperatorApp,
  quoteText,
} from "./decision.ts";
import { MOST_ROWS, toList } from "./setAside.ts";

export const STRAY_OUTCOMES = ["returned", "moved"] as const;

/** Money that came to another coin's treasury, each with the person it names. Open ones come first, the oldest on top; then the settled ones, the newest on top. */
export async function readStrays(kysely: Kysely<Schema>) {
  const rows = await kysely
    .selectFrom("stray_transfer")
    .selectAll()
    // Of the rest it is null, which comes last.
    .orderBy(sql`case when outcome is null then seen_at end`)
    .orderBy("seen_at", "desc")
    .orderBy("tx_hash")
    .limit(MOST_ROWS)
    .execute();
  const strays = [];
  for (const row of rows) strays.push({ ...row, person: await findStrayPerson(kysely, row) });
  return strays;
}

/** What is at another coin's treasury still, as lines for the command line. */
export async function listStrays({ database }: OperatorApp): Promise<ActionResult> {
  const lines: string[] = [];
  for (const { person, ...row } of await readStrays(database.kysely)) {
    if (row.outcome !== null) continue;
    const comment = row.reference === null ? "no comment" : `comment ${quoteText(row.reference)}`;
    const owner = person === null ? "names nobody" : `names person ${person}`;
    lines.push(
      `${nameAmount(row.amount_base, row.coin_type)} ${row.tx_hash} from ${row.from_address}, ${comment}, ${owner}, ${row.block_time.toISOString()}`,
    );
  }
  return toList(lines, "No money is at another coin's treasury.");
}

interface StrayDecision extends Decision {
  coinType: CoinType;
  txHash: string;
  outcome: (typeof STRAY_OUTCOMES)[number];
}

/**
 * Notes that an operator has sent a stray back, or on to the treasury of its coin, where it is credited by its comment. It
 * books nothing: a stray is in no books. Throws ActionRefused.
 */
export async function settleStray(app: OperatorApp, decision: StrayDecision): Promise<ActionResult> {
  const { coinType, txHash, outcome } = decision;
  return carryOut(app, decision, async (trx) => {
    const row = await trx
      .selectFrom("stray_transfer")
      .selectAll()
      .where("coin_type", "=", coinType)
      .where("tx_hash", "=", txHash)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) throw new ActionRefused("No such transfer came to another coin's treasury.");
    const known = row.outcome ?? null;
    if (known !== null && known !== outcome) throw new ActionRefused(`It was ${known} before.`);
    return {
      isRepeat: known !== null,
      summary: `${nameAmount(row.amount_base, coinType)} of ${row.from_address} was ${outcome}`,
      async act() {
        await trx
          .updateTable("stray_transfer")
          .set({ outcome })
          .where("coin_type", "=", coinType)
          .where("tx_hash", "=", txHash)
          .execute();
        const subject = `${coinType}:${txHash}`;
        return { kind: "settleStray", subject, coinType, amountBase: row.amount_base };
      },
    };
  });
}
