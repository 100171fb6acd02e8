import type { Update } from "grammy/types";
import { sql } from "kysely";
import type { App } from "#server/app.ts";
import { type Delivery, deliverDue, type Letter } from "#server/outbox/deliver.ts";
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
/** Updates of one chat. Whoever chooses more groups at once chooses again. */
const MOST_WAITING = 20;

/** Stores an update once, by its id. What a chat has too many of is dropped. */
export async function storeUpdate({ database, clock }: App, update: Update): Promise<void> {
  const { update_id: id } = update;
  const kind = UPDATE_KINDS.find((known) => update[known] !== undefined) ?? "unknown";
  // One of no chat waits for no other.
  const taker = String(readChatId(update) ?? `update ${id}`);
  // Few updates say that the bot was added or removed, and none of them may be dropped.
  const isAlways = update.my_chat_member !== undefined;
  await sql`
    insert into letter (queue, letter_id, kind, taker, place, payload, created_at, due_at)
    select 'bot_update', ${String(id)}, ${kind}, ${taker}, ${id}::bigint, to_jsonb(${JSON.stringify(update)}::text), at, at
    from (values (${clock.now()}::timestamptz)) as now (at)
    where ${isAlways} or ${MOST_WAITING} > (
      select count(*) from letter
      where queue = 'bot_update' and taker = ${taker} and sent_at is null and failed_at is null
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
      kinds: UPDATE_KINDS,
      isForgotten: true as const,
      maxAttempts: MAX_ATTEMPTS,
      deliver: (letter: Letter) => carryOut(app, letter),
    };
    tried = await deliverDue(app, outbox, signal);
  } while (tried > 0);
}

async function carryOut(app: App, { payload, waits_since: receivedAt }: Letter): Promise<Delivery> {
  try {
    await handleUpdate(app, JSON.parse(payload as string) as Update);
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
