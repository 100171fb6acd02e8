import type { components } from "#contract/schema.d.ts";
import type { Failure } from "../kit/failure.ts";
import { isSentByMe } from "../lifecycle/envelope/isSentByMe.ts";

type Envelope = components["schemas"]["Envelope"];
type Claim = components["schemas"]["Claim"];
type Entry = components["schemas"]["Entry"];

export interface EnvelopeDetail {
  envelope: Envelope;
  /** All of them: an envelope has at most a hundred. */
  claims: readonly Claim[];
  /** The person's place in its last draw for all; left out where it is not asked for. */
  entry?: Entry | null;
}

/** What the page reads as it opens. */
export interface FirstDetail extends EnvelopeDetail {
  /** The person claimed in a chat and has not seen the envelope open; told once, so this page plays it. */
  hasOpening: boolean;
  /** Null for who is in no draw, and where none is asked for. */
  entry: Entry | null;
}

export interface ClaimRequest {
  /** Null where members open the envelope by a tap. */
  passphrase: string | null;
  envelopeId: string | null;
}

export interface ClaimResult {
  /** Null where a draw for all is not settled yet, or was lost. */
  claim: Claim | null;
  entry: Entry | null;
  envelope: Envelope;
  alreadyClaimed: boolean;
}

/** Whether a tap opens it and nothing has to be typed. */
export function isForMembers(envelope: Envelope | null): boolean {
  return envelope?.claimRule === "members";
}

/** Whether the person sent it and cannot claim it. */
export function isOnlyShown(envelope: Envelope | null): boolean {
  if (envelope === null || !isSentByMe(envelope)) return false;
  return envelope.type === "ordinary" || envelope.status !== "open";
}

/** Whether it was closed with shares left. */
export function isClosedEarly(envelope: Envelope | null): boolean {
  return ["expired", "refunded", "cancelled"].includes(envelope?.status ?? "");
}

export function findOwnClaim(claims: readonly Claim[]): Claim | null {
  return claims.find((claim) => claim.isMine) ?? null;
}

/** The envelope with what a refusal says of its chats. */
export function withConditions(envelope: Envelope | null, failure: Failure | null): Envelope | null {
  const conditions = failure?.kind === "api" ? failure.conditions : undefined;
  return envelope === null || conditions === undefined ? envelope : { ...envelope, conditions: [...conditions] };
}
