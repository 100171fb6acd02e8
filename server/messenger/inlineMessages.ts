import { sql } from "kysely";
import type { ChosenInlineResult } from "grammy/types";
import { toLanguage } from "#domain/language/language.ts";
import type { App } from "#server/app.ts";
import type { Job } from "#server/job.ts";
import { deliverDue, type Delivery, type Letter } from "#server/outbox/deliver.ts";
import { selectEnvelopes } from "#server/records/wire.ts";
import { renderEnvelopeMessage } from "./envelopeMessage.ts";

/** How many of one envelope are remembered; others are not edited. */
const MOST_MESSAGES = 10;
/** How many messages have their envelopes looked at in a run. */
const MOST_LOOKED_AT = 1_000;
/** The time between two looks at an open envelope. */
const NEXT_LOOK_MS = 30_000;
/** To edit one, over a few minutes. */
const MAX_ATTEMPTS = 10;

/**
 * Remembers a message that its sender put into a chat by the bot's name. It is theirs only if they sent the envelope; the
 * messenger gives it an id where a button hangs on it.
 */
export async function rememberInlineMessage(app: App, chosen: ChosenInlineResult): Promise<void> {
  const { result_id: envelopeId, inline_message_id: inlineMessageId, from } = chosen;
  if (inlineMessageId === undefined) return;
  const { kysely } = app.database;
  const own = await kysely
    .selectFrom("envelope")
    .select("envelope_id")
    .where("envelope_id", "=", envelopeId)
    .where("sender_id", "=", BigInt(from.id))
    .executeTakeFirst();
  if (own === undefined) return;
  const known = await kysely
    .selectFrom("letter")
    .select("letter_id")
    .where("queue", "=", "inline_message")
    .where("taker", "=", envelopeId)
    .execute();
  if (known.length >= MOST_MESSAGES) return;
  const at = app.clock.now();
  await kysely
    .insertInto("letter")
    .values({
      queue: "inline_message",
      letter_id: inlineMessageId,
      taker: envelopeId,
      kind: "end",
      payload: "{}",
      created_at: at,
      due_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Says in every such message of an envelope that is over that it is. */
export const endInlineMessages: Job = {
  name: "endInlineMessages",
  intervalMs: 3_000,
  async run(app, signal) {
    const over = await listOver(app);
    if (over.length === 0) return;
    const outbox = {
      queue: "inline_message" as const,
      takers: over,
      maxAttempts: MAX_ATTEMPTS,
      deliver: (letter: Letter) => endMessage(app, letter),
    };
    await deliverDue(app, outbox, signal);
  },
};

/** Those with a due message. The messages of the open ones have their next turn in a while. Envelopes may lie on shards. */
async function listOver({ clock, database: { kysely } }: App): Promise<string[]> {
  const at = clock.now();
  const due = await kysely
    .selectFrom("letter")
    .select("taker")
    .where("queue", "=", "inline_message")
    .where("sent_at", "is", null)
    .where("failed_at", "is", null)
    .where("due_at", "<=", at)
    .orderBy("due_at")
    .limit(MOST_LOOKED_AT)
    .execute();
  if (due.length === 0) return [];
  const envelopes = await kysely
    .selectFrom("envelope")
    .select(["envelope_id", "status"])
    .where(sql<boolean>`envelope_id = any (${due.map((message) => message.taker)}::text[])`)
    .execute();
  const open = envelopes.filter(({ status }) => status === "open").map((envelope) => envelope.envelope_id);
  await kysely
    .updateTable("letter")
    .set({ due_at: new Date(at.getTime() + NEXT_LOOK_MS) })
    .where("queue", "=", "inline_message")
    .where(sql<boolean>`taker = any (${open}::text[])`)
    .execute();
  return envelopes.filter(({ status }) => status !== "open").map((envelope) => envelope.envelope_id);
}

async function endMessage(app: App, { id: inlineMessageId, taker: envelopeId }: Letter): Promise<Delivery> {
  const { kysely } = app.database;
  const envelope = await selectEnvelopes(kysely).where("envelope_id", "=", envelopeId).executeTakeFirstOrThrow();
  const sender = await kysely
    .selectFrom("tg_user")
    .select("lang")
    .where("tg_user_id", "=", envelope.sender_id)
    .executeTakeFirstOrThrow();
  const language = toLanguage(sender.lang);
  const message = renderEnvelopeMessage(app, language, envelope);
  const outcome = await app.telegram.editInlineText(inlineMessageId, message);
  // Somebody has removed it.
  const isGone = outcome.kind === "refused" || outcome.kind === "forbidden" || outcome.kind === "moved";
  return isGone ? { kind: "dropped", reason: outcome.reason } : outcome;
}
