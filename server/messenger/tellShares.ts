import type { CoinType } from "#domain/coins.ts";
import type { Language } from "#domain/language/language.ts";
import type { App } from "#server/app.ts";
import { toPerson } from "#server/calls/toPerson.ts";
import { selectClaims } from "#server/records/wire.ts";
import { escapeHtml, tellHtml } from "./botText.ts";
import { nameAmount } from "./nameAmount.ts";
import { sanitizeText } from "./sanitizeText.ts";

export interface ShownShare {
  /** Display name. */
  name: string;
  /** Base units. */
  amountBase: bigint;
}

/** With the rest of the message well below the 1,024 characters that also a caption has. */
const MOST_CHARACTERS = 600;
/** A line has more than ten. */
const MOST_LINES = 60;

/** Who got how much of an envelope, the best first, and no more than can be told. */
export async function readShares({ database }: Pick<App, "database">, envelopeId: string): Promise<ShownShare[]> {
  const claims = await selectClaims(database.kysely)
    .where("claim.envelope_id", "=", envelopeId)
    .orderBy("claim.amount_base", "desc")
    .orderBy("claim.slot")
    .limit(MOST_LINES)
    .execute();
  return claims.map((claim) => ({ name: toPerson(claim).name, amountBase: claim.amount_base }));
}

/** The shares as a folded quote: as many as fit, and how many more there are. */
export function tellShares(
  language: Language,
  coinType: CoinType,
  shares: readonly ShownShare[],
  claimedCount: number,
): string {
  const lines: string[] = [];
  let length = 0;
  for (const { name, amountBase } of shares) {
    const { amount, coin } = nameAmount(coinType, amountBase);
    const line = `${sanitizeText(name)} · ${amount} ${coin}`;
    length += line.length + 1;
    if (length > MOST_CHARACTERS) break;
    lines.push(escapeHtml(line));
  }
  const rest = claimedCount - lines.length;
  if (rest > 0) lines.push(tellHtml(language, "envelope.more", { count: String(rest) }));
  return `<blockquote expandable>${lines.join("\n")}</blockquote>`;
}
