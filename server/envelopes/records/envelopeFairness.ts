import { COINS } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/formatAmount.ts";
import type { Handler } from "#server/calls/handler.ts";
import { hasEnded } from "./hasEnded.ts";
import { readViewedEnvelope } from "./readViewedEnvelope.ts";

/**
 * The commitment of a draw and, once no share can be claimed any more, the draw itself: only for the sender, the
 * claimers and the people of the envelope's chat, since it shows what others got.
 */
export const envelopeFairness: Handler<"envelopeFairness"> = async ({ user: { tgUserId }, query }, app) => {
  const { kysely } = app.database;
  const { envelope, viewer } = await readViewedEnvelope(app, query.envelopeId, tgUserId);
  const { envelope_id: envelopeId, commitment, salt } = envelope;
  if (viewer === "other" || !hasEnded(envelope) || salt === null) return { envelopeId, commitment, revealed: null };
  const shares = await kysely
    .selectFrom("share")
    .select("amount_base")
    .where("envelope_id", "=", envelopeId)
    .orderBy("slot")
    .execute();
  const { baseDecimals } = COINS[envelope.coin_type];
  const revealed = {
    salt: salt.toString("hex"),
    shares: shares.map((share) => formatAmount(share.amount_base, baseDecimals)),
  };
  return { envelopeId, commitment, revealed };
};
