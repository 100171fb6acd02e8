import type { Language } from "#domain/language/language.ts";
import { seeTitle, toPerson } from "#server/calls/person.ts";
import { type ClaimRow, type EnvelopeRow, isEndedBySender, selectClaims } from "#server/records/wire.ts";
import { toCoverId } from "#domain/covers.ts";
import { findWords } from "#server/looks/findWords.ts";
import type { EnvelopePicture } from "#domain/picture/envelopePicture.ts";
import { listNames, nameAmount } from "./botText.ts";
import type { CoinType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";

/** What a message shows of an envelope. It contains neither shares nor the passphrase. */
export interface ShownEnvelope {
  envelopeId: string;
  /** The group of the message; null for a message that its sender may share anywhere. */
  chatId: bigint | null;
  /** Display name of the sender. */
  senderName: string;
  type: "ordinary" | "luckyDraw";
  coinType: CoinType;
  /** Base units. */
  totalBase: bigint;
  count: number;
  claimedCount: number;
  remark: string;
  /** The preset wish, shown if the remark is empty. */
  messageId: string | null;
  /** The chats whose members open it by a tap; none where a passphrase opens it. */
  memberChats: readonly { title: string; isPrivate: boolean }[];
  /** Whether shares are left, all are claimed, or none can be claimed any more, by its sender's will or its time. */
  state: "open" | "finished" | "closed" | "expired";
  /** Who drew the most, if a lucky draw ended by claims; else null. */
  bestLuck: BestLuck | null;
  /** Of one that is over, in its group: who got how much, the best first. */
  shares: readonly ShownShare[];
  /** Until when it can be claimed; null where that goes stale. */
  expiresAt: Date | null;
}

type ShownRow = Pick<
  EnvelopeRow,
  | "envelope_id"
  | "sender_id"
  | "status"
  | "ended_at"
  | "expires_at"
  | "type"
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

/**
 * What a message that the sender shares into any chat shows of an envelope. It may stay as it is, so nothing of it goes
 * stale, and it does not tell who claimed: that is for the group that the envelope was sent to.
 */
export function toShownEnvelope(row: ShownRow, language: Language): ShownEnvelope {
  return {
    envelopeId: row.envelope_id,
    chatId: null,
    senderName: toPerson({ ...row, tg_user_id: row.sender_id }, language).name,
    type: row.type,
    coinType: row.coin_type,
    totalBase: row.total_base,
    count: row.count,
    claimedCount: row.claimed_count,
    remark: row.remark,
    messageId: row.message_id,
    memberChats: row.conditions.map(({ title, chatId, username }) => ({
      title: seeTitle(title, chatId),
      isPrivate: username === null,
    })),
    state: findState(row),
    bestLuck: null,
    shares: [],
    expiresAt: null,
  };
}

function findState(row: ShownRow): ShownEnvelope["state"] {
  if (row.status === "open" || row.status === "finished") return row.status;
  return isEndedBySender(row) ? "closed" : "expired";
}

/** The picture of an envelope as it stands, in the language of its post. */
export function toPicture(language: Language, coverId: string | null, shown: ShownEnvelope): EnvelopePicture {
  const { coinType, bestLuck, remark, messageId, senderName, state } = shown;
  return {
    coverId: toCoverId(coverId),
    words: findWords(language, remark, messageId),
    senderName,
    seal: findSeal(state),
    best: bestLuck === null ? null : nameBest(language, coinType, bestLuck),
  };
}

function findSeal(state: ShownEnvelope["state"]): EnvelopePicture["seal"] {
  if (state === "open") return "whole";
  return state === "finished" ? "broken" : "grey";
}

function nameBest(
  language: Language,
  coinType: ShownEnvelope["coinType"],
  { names, amountBase }: NonNullable<ShownEnvelope["bestLuck"]>,
): NonNullable<EnvelopePicture["best"]> {
  const { amount, coin } = nameAmount(language, coinType, amountBase);
  return { name: listNames(language, names), amount: `${amount} ${coin}` };
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
    .orderBy("claim.slot")
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
    .orderBy("claim.slot")
    .limit(MOST_LINES)
    .execute();
  return claims.map((claim) => ({ name: toPerson(claim, language).name, amountBase: claim.amount_base }));
}
