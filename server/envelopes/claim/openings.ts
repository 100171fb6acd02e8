import type { App } from "#server/app.ts";

interface ClaimKey {
  envelopeId: string;
  tgUserId: bigint;
}

/**
 * After a claim in a chat: the app plays its opening when it is opened next. The claim stands and is told of also where
 * this fails.
 */
export async function keepOpening({ database, logger }: App, { envelopeId, tgUserId }: ClaimKey): Promise<void> {
  try {
    await database.kysely
      .updateTable("claim")
      .set({ is_opening_due: true })
      .where("envelope_id", "=", envelopeId)
      .where("tg_user_id", "=", tgUserId)
      .execute();
  } catch (error) {
    logger.warn({ envelopeId, error }, "the opening of a claim in a chat was not kept");
  }
}

/** Whether the opening of the person's claim is still to be played: true for one caller, whatever the number of devices. */
export async function takeOpening({ database }: App, { envelopeId, tgUserId }: ClaimKey): Promise<boolean> {
  const taken = await database.kysely
    .updateTable("claim")
    .set({ is_opening_due: false })
    .where("envelope_id", "=", envelopeId)
    .where("tg_user_id", "=", tgUserId)
    .where("is_opening_due", "=", true)
    .returning("slot")
    .executeTakeFirst();
  return taken !== undefined;
}
