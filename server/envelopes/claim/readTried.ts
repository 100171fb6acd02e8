import { batchByShard } from "#server/db/citus/batchByShard.ts";
import type { ClaimableEnvelope } from "./judgeTry.ts";

interface TriedEnvelope extends ClaimableEnvelope {
  /** Null where members open it by a tap. */
  passphraseHash: Buffer | null;
}

/** Reads an envelope whose passphrase somebody tries, on its shard; null if it never opened. */
export const readTried = batchByShard<{ envelopeId: string }, TriedEnvelope | null>({
  name: "readTried",
  async run({ pool }, asks) {
    const { rows } = await pool.query<{
      envelope_id: string;
      sender_id: bigint;
      type: ClaimableEnvelope["type"];
      passphrase_hash: Buffer | null;
    }>({
      name: "read_tried",
      text: `select envelope_id, sender_id, type, passphrase_hash from envelope
        where envelope_id = any ($1) and opened_at is not null`,
      values: [[...new Set(asks.map((ask) => ask.envelopeId))]],
    });
    const found = new Map(rows.map((row) => [row.envelope_id, row]));
    return asks.map(({ envelopeId }) => {
      const row = found.get(envelopeId);
      if (row === undefined) return null;
      return { envelopeId, senderId: row.sender_id, type: row.type, passphraseHash: row.passphrase_hash };
    });
  },
  maxSize: 256,
});
