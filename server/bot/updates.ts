import type { Update } from "grammy/types";
import { sql } from "kysely";
import type { App } from "#server/app.ts";
import { type Delivery, deliverDue } from "#server/outbox/deliver.ts";
import { MessengerAway } from "#server/messenger/chats.ts";
import { handleUpdate } from "./handleUpdate.ts";

/** The kinds of updates that the bot requests. */
export const UPDATE_KINDS = [
  "message",
  "my_chat_member",
  // Comes only from chats in which the bot is an administrator.
  "chat_member",
  "callback_query",
  "inline_query",
  "chosen_inline_result",
] as const;

/** Those of a chat belong together: one that fails is soon set aside. */
const MAX_ATTEMPTS = 3;
const LEFT_MS = 60_000;
/** Updates of one chat. Whoever chooses more groups at once chooses again. */
const MOST_WAITING = 20;

/** Stores an update once, by its id. What a chat has too many of is dropped. */
export async function storeUpdate({ database, clock }: App, update: Update): Promise<void> {
  const chatId = readChatId(update);
  // Few updates say that the bot was added or removed, and none of them may be dropped.
  const isAlways = update.my_chat_member !== undefined;
  await sql`
    insert into bot_update (update_id, chat_id, payload, received_at)
    select ${update.update_id}::bigint, ${chatId}::bigint, ${JSON.stringify(update)}, ${clock.now()}::timestamptz
    where ${isAlways} or ${MOST_WAITING} > (
      select count(*) from bot_update where done_at is null and failed_at is null and chat_id = ${chatId}::bigint
    )
    on conflict do nothing
  `.execute(database.kysely);
}

/** Null where the update is of no chat, or of one that the messenger cannot have. */
function readChatId({ message, my_chat_member: change, chosen_inline_result: chosen }: Update): number | null {
  const id = (message ?? change)?.chat.id ?? chosen?.from.id;
  return id !== undefined && Number.isSafeInteger(id) ? id : null;
}

/**
 * Executes the stored updates until none is due: of each chat in the messenger's order, and one of each in turn, so that
 * nobody's many delay another's.
 */
export async function carryOutUpdates(app: App, signal: AbortSignal): Promise<void> {
  let tried = 0;
  do {
    const outbox = {
      queue: "bot_update" as const,
      where: sql<boolean>`update_id in (
        select min(update_id) from bot_update
        where done_at is null and failed_at is null and next_attempt_at <= ${app.clock.now()}
        group by coalesce(chat_id, -update_id)
      )`,
      maxAttempts: MAX_ATTEMPTS,
      deliver: (id: string) => carryOut(app, BigInt(id)),
    };
    tried = await deliverDue(app, outbox, signal);
  } while (tried > 0);
}

async function carryOut(app: App, updateId: bigint): Promise<Delivery> {
  const { payload, received_at: receivedAt } = await app.database.kysely
    .selectFrom("bot_update")
    .select(["payload", "received_at"])
    .where("update_id", "=", updateId)
    .executeTakeFirstOrThrow();
  const update = JSON.parse(payload ?? "{}") as Update;
  // Another kind is of a newer version, which executes it.
  if (!UPDATE_KINDS.some((kind) => update[kind] !== undefined)) {
    return { kind: "later", until: new Date(app.clock.now().getTime() + LEFT_MS) };
  }
  try {
    await handleUpdate(app, update);
    return { kind: "sent" };
  } catch (error) {
    if (error instanceof MessengerAway) return waitForMessenger(app.clock.now(), receivedAt);
    throw error;
  }
}

const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 60_000;
const GIVEN_UP_AFTER_MS = 24 * 60 * 60 * 1_000;

/** Twice as long each time, for a day: an outage costs nobody what they chose meanwhile. */
function waitForMessenger(now: Date, receivedAt: Date): Delivery {
  const ageMs = now.getTime() - receivedAt.getTime();
  if (ageMs > GIVEN_UP_AFTER_MS) return { kind: "refused", reason: "the messenger did not answer for a day" };
  const waitMs = Math.min(Math.max(ageMs, FIRST_WAIT_MS), LONGEST_WAIT_MS);
  return { kind: "later", until: new Date(now.getTime() + waitMs) };
}
