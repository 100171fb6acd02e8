import type { InferResult, Kysely } from "kysely";
import type { components } from "#contract/schema.d.ts";
import { COINS } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/amount.ts";
import type { Language } from "#domain/language/language.ts";
import { seeTitle, toPerson } from "#server/calls/person.ts";
import { openText } from "#server/crypto/keyed.ts";
import type { Schema, StoredCondition } from "#server/db/schema.ts";

/** Selects envelopes with what is shown of their sender. */
export function selectEnvelopes(database: Kysely<Schema>) {
  return database
    .selectFrom("envelope")
    .innerJoin("tg_user as sender", "sender.tg_user_id", "envelope.sender_id")
    .selectAll("envelope")
    .select(["sender.first_name", "sender.last_name", "sender.photo_url"]);
}

export type EnvelopeRow = InferResult<ReturnType<typeof selectEnvelopes>>[number];

/** A person's relation to an envelope. A latecomer is in its chat and views it after its end. */
export type EnvelopeViewer = "sender" | "claimer" | "latecomer" | "other";

/** States in which no money is left in an envelope. */
const EMPTY_STATES: ReadonlySet<EnvelopeRow["status"]> = new Set(["finished", "refunded", "cancelled"]);

interface Reader {
  /** Of names that nothing can be seen of. */
  language: Language;
  secrets: readonly string[];
}

/** An envelope as the viewer may see it: others see less, and only the sender sees the passphrase. */
export function toWireEnvelope(
  row: EnvelopeRow,
  viewer: EnvelopeViewer,
  { language, secrets }: Reader,
): components["schemas"]["Envelope"] {
  const { baseDecimals } = COINS[row.coin_type];
  const isEmpty = EMPTY_STATES.has(row.status);
  const remainingBase = isEmpty ? 0n : row.total_base - row.claimed_base - row.refunded_base;
  const seesAll = viewer !== "other";
  const amount = (base: bigint) => (seesAll ? formatAmount(base, baseDecimals) : null);
  return {
    envelopeId: row.envelope_id,
    type: row.type,
    coinType: row.coin_type,
    totalAmount: amount(row.total_base),
    singleAmount: row.type === "ordinary" ? amount(row.total_base / BigInt(row.count)) : null,
    count: seesAll ? row.count : null,
    remainingAmount: amount(remainingBase),
    remainingCount: isEmpty ? 0 : row.count - row.claimed_count,
    status: row.status,
    recordStatus: row.record_status,
    receivedQuantity: seesAll ? row.claimed_count : null,
    paidOutAmount: amount(row.claimed_base),
    claimRule: row.claim_rule,
    conditions: row.conditions.map((condition) => toWireCondition(condition, null, seesAll)),
    passphrase:
      viewer === "sender" && row.passphrase_cipher !== null
        ? openText(secrets, "passphrase.seal", row.envelope_id, row.passphrase_cipher)
        : null,
    remark: row.remark,
    coverId: row.cover_id,
    messageId: row.message_id,
    chatId: seesAll ? (row.chat_id?.toString() ?? null) : null,
    createdAt: row.created_at.toISOString(),
    openedAt: seesAll ? (row.opened_at?.toISOString() ?? null) : null,
    expiresAt: seesAll ? (row.expires_at?.toISOString() ?? null) : null,
    sender: toPerson({ ...row, tg_user_id: row.sender_id }, language),
    commitment: row.commitment,
    isEndedBySender: isEndedBySender(row),
    drawRule: row.draw_rule,
    drawWindowS: row.draw_window_s,
    entryCount: row.entry_count,
    closesAt: row.closes_at?.toISOString() ?? null,
  };
}

/** Only its sender can end one before its time with shares left. */
export function isEndedBySender(row: Pick<EnvelopeRow, "status" | "ended_at" | "expires_at">): boolean {
  const { status, ended_at: endedAt, expires_at: expiresAt } = row;
  // A draw that was closed and waits for its round.
  if (status === "open") return endedAt !== null;
  if (status !== "expired" && status !== "refunded") return false;
  return endedAt !== null && expiresAt !== null && endedAt < expiresAt;
}

/** A chat that people have to be in, and the way into it, which only a public one has. */
/** A condition on the wire. Not `isNamed`: for somebody who may not read the name of a private chat. */
export function toWireCondition(
  { chatId, title, username }: StoredCondition,
  isMet: boolean | null,
  isNamed = true,
): components["schemas"]["Condition"] {
  const link = username === null ? null : `https://t.me/${username}`;
  return { chatId, title: isNamed || link !== null ? seeTitle(title, chatId) : null, link, isMet };
}

/** Selects claims with what determines their luck and what is shown of the claimer. */
export function selectClaims(database: Kysely<Schema>) {
  return database
    .selectFrom("claim")
    .innerJoin("envelope", "envelope.envelope_id", "claim.envelope_id")
    .innerJoin("tg_user as claimer", "claimer.tg_user_id", "claim.tg_user_id")
    .selectAll("claim")
    .select(["envelope.type", "envelope.status", "envelope.count", "envelope.best_base"])
    .select(["claimer.first_name", "claimer.last_name", "claimer.photo_url"]);
}

export type ClaimRow = InferResult<ReturnType<typeof selectClaims>>[number];

/** A claim as this viewer sees it. */
export function toWireClaim(row: ClaimRow, viewerId: bigint, language: Language): components["schemas"]["Claim"] {
  return {
    claimId: row.claim_id,
    envelopeId: row.envelope_id,
    coinType: row.coin_type,
    amount: formatAmount(row.amount_base, COINS[row.coin_type].baseDecimals),
    claimedAt: row.claimed_at.toISOString(),
    bestLuck: hasBestLuck(row),
    isMine: row.tg_user_id === viewerId,
    user: toPerson(row, language),
    reaction: row.reaction,
  };
}

/** Known only when every share is claimed: until then a later claim may be better. */
function hasBestLuck(row: ClaimRow): boolean {
  return row.type === "luckyDraw" && row.status === "finished" && row.count >= 2 && row.amount_base === row.best_base;
}
