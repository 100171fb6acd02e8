import type { Language } from "#domain/language/language.ts";
import { toPerson } from "#server/calls/person.ts";
import { type ClaimRow, type EnvelopeRow, isEndedBySender, selectClaims } from "#server/records/wire.ts";
import { toCoverId } from "#domain/covers.ts";
import { findWords } from "#server/looks/findWords.ts";
import type { EnvelopePicture } from "#domain/picture/envelopePicture.ts";
import { listNames, nameAmount } from "./botText.ts";
import type { App } from "#server/app.ts";

/** What a message shows of an envelope. It contains neither shares nor the passphrase. */
export type ShownRow = Pick<
  EnvelopeRow,
  | "envelope_id"
  | "sender_id"
  | "status"
  | "ended_at"
  | "expires_at"
  | "type"
  | "draw_rule"
  | "draw_window_s"
  | "coin_type"
  | "total_base"
  | "count"
  | "claimed_count"
  | "remark"
  | "message_id"
  | "conditions"
  | "first_name"
  | "last_name"
  | "photo_url"
>;

/** What is shown of it in the group that it was sent to alone. */
export interface SeenInGroup {
  chatId: bigint;
  /** Who drew the most, if a lucky draw ended by claims; else null. */
  bestLuck: BestLuck | null;
  /** Of one that is over: who got how much, the best first. */
  shares: readonly ShownShare[];
}

export function nameSender(row: ShownRow, language: Language): string {
  return toPerson({ ...row, tg_user_id: row.sender_id }, language).name;
}

/** Whether shares are left, all are claimed, or none can be claimed any more, by its sender's will or its time. */
export function findState(row: ShownRow): "open" | "finished" | "closed" | "expired" {
  if (row.status === "open" || row.status === "finished") return row.status;
  return isEndedBySender(row) ? "closed" : "expired";
}

const SEALS = { open: "whole", finished: "broken", closed: "grey", expired: "grey" } as const;

/** The picture of an envelope as it stands, in the language of its post. */
export function toPicture(
  language: Language,
  row: ShownRow & Pick<EnvelopeRow, "cover_id">,
  bestLuck: BestLuck | null,
): EnvelopePicture {
  const { amount, coin } = nameAmount(language, row.coin_type, bestLuck?.amountBase ?? 0n);
  return {
    coverId: toCoverId(row.cover_id),
    words: findWords(language, row.remark, row.message_id),
    senderName: nameSender(row, language),
    seal: SEALS[findState(row)],
    best: bestLuck === null ? null : { name: listNames(language, bestLuck.names), amount: `${amount} ${coin}` },
  };
}

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
    .orderBy("claim.number")
    .execute();
  return { names: best.map((claim) => toPerson(claim, language).name), amountBase: bestBase };
}

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
    .orderBy("claim.number")
    .limit(MOST_LINES)
    .execute();
  return claims.map((claim) => ({ name: toPerson(claim, language).name, amountBase: claim.amount_base }));
}
