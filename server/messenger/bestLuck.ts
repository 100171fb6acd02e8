import type { CoinType } from "#domain/coins.ts";
import type { Language } from "#domain/language/language.ts";
import type { App } from "#server/app.ts";
import { toPerson } from "#server/calls/toPerson.ts";
import { type ClaimRow, selectClaims } from "#server/records/wire.ts";
import { tellHtml } from "./botText.ts";
import { nameAmount } from "./nameAmount.ts";
import { listNames } from "./listNames.ts";
import { nameShortly } from "./nameShortly.ts";

export interface BestLuck {
  /** Display names; several if they drew the same. */
  names: readonly string[];
  /** Base units, of each person. */
  amountBase: bigint;
}

type Drawn = Pick<ClaimRow, "envelope_id" | "type" | "status" | "count" | "best_base">;

/** Known only when every share is claimed, and shown for more than one, as in the app. */
export async function readBestLuck(
  app: Pick<App, "database">,
  language: Language,
  drawn: Drawn,
): Promise<BestLuck | null> {
  const { type, status, count, best_base: bestBase } = drawn;
  if (type !== "luckyDraw" || status !== "finished" || count < 2 || bestBase === null) return null;
  const best = await selectClaims(app.database.kysely)
    .where("claim.envelope_id", "=", drawn.envelope_id)
    .where("claim.amount_base", "=", bestBase)
    .orderBy("claim.slot")
    .execute();
  return { names: best.map((claim) => toPerson(claim, language).name), amountBase: bestBase };
}

export function tellBestLuck(language: Language, coinType: CoinType, { names, amountBase }: BestLuck): string {
  return tellHtml(language, "envelope.bestLuck", {
    names: listNames(language, names.map(nameShortly)),
    ...nameAmount(language, coinType, amountBase),
  });
}
