import type { components } from "#contract/schema.d.ts";
import { COINS } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/formatAmount.ts";
import { openText } from "#server/crypto/openText.ts";
import type { EnvelopeRow } from "./selectEnvelopes.ts";
import { toPerson } from "#server/calls/toPerson.ts";

/** A person's relation to an envelope. A latecomer is in its chat and views it after its end. */
export type EnvelopeViewer = "sender" | "claimer" | "latecomer" | "other";

/** States in which no money is left in an envelope. */
const EMPTY_STATES: ReadonlySet<EnvelopeRow["status"]> = new Set(["finished", "refunded", "cancelled"]);

/** An envelope as the viewer may see it: others see less, and only the sender sees the passphrase. */
export function toWireEnvelope(
  row: EnvelopeRow,
  viewer: EnvelopeViewer,
  secrets: readonly string[],
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
    passphrase:
      viewer === "sender" ? openText(secrets, "passphrase.seal", row.envelope_id, row.passphrase_cipher) : null,
    remark: row.remark,
    coverId: row.cover_id,
    messageId: row.message_id,
    chatId: seesAll ? (row.chat_id?.toString() ?? null) : null,
    createdAt: row.created_at.toISOString(),
    openedAt: seesAll ? (row.opened_at?.toISOString() ?? null) : null,
    expiresAt: seesAll ? (row.expires_at?.toISOString() ?? null) : null,
    sender: toPerson(row),
    commitment: row.commitment,
  };
}
