import type { CoinType } from "#domain/coins.ts";
import type { Language } from "#domain/language/language.ts";
import type { App } from "#server/app.ts";
import { toPerson } from "#server/calls/toPerson.ts";
import { selectClaims } from "#server/records/wire.ts";
import { escapeHtml, tellHtml } from "./botText.ts";
import { measureHtml } from "./measureHtml.ts";
import { nameAmount } from "./nameAmount.ts";
import { nameShortly } from "./nameShortly.ts";

export interface ShownShare {
  /** Display name. */
  name: string;
  /** Base units. */
  amountBase: bigint;
}

/** A line has more than ten. */
const MOST_LINES = 60;

/** Who got how much of an envelope, the best first, and no more than can be told. */
export async function readShares(
  { database }: Pick<App, "database">,
  language: Language,
  envelopeId: string,
): Promise<ShownShare[]> {
  const claims = await selectClaims(database.kysely)
    .where("claim.envelope_id", "=", envelopeId)
    .orderBy("claim.amount_base", "desc")
    .orderBy("claim.slot")
    .limit(MOST_LINES)
    .execute();
  return claims.map((claim) => ({ name: toPerson(claim, language).name, amountBase: claim.amount_base }));
}

/** The shares as a folded quote of at most `room` characters: as many as fit, and how many more there are. */
export function tellShares(
  language: Language,
  { coinType, shares, claimedCount }: { coinType: CoinType; shares: readonly ShownShare[]; claimedCount: number },
  room: number,
): string {
  const lines = shares.map(({ name, amountBase }) => {
    const { amount, coin } = nameAmount(language, coinType, amountBase);
    return escapeHtml(`${nameShortly(name)} · ${amount} ${coin}`);
  });
  for (let told = lines.length; told >= 0; told -= 1) {
    const rest = claimedCount - told;
    const more = rest > 0 ? [tellHtml(language, "envelope.more", { count: String(rest) })] : [];
    const quote = [...lines.slice(0, told), ...more].join("\n");
    if (quote !== "" && measureHtml(quote) <= room) return `<blockquote expandable>${quote}</blockquote>`;
  }
  return "";
}
