import type { Update } from "grammy/types";
import type { App } from "#server/app.ts";
import { type Delivery, deliverDue } from "#server/outbox/deliver.ts";
import { handleUpdate } from "./handleUpdate.ts";

/** The kinds of updates that the bot requests. */
export const UPDATE_KINDS = [
  "message",
  "my_chat_member",
  "callback_query",
  "inline_query",
  "chosen_inline_result",
] as const;

/** Those of a chat belong together: one that fails is soon set aside. */
const MAX_ATTEMPTS = 3;
const LEFT_MS = 60_000;

/** Stores what the messenger delivers, each update once by its id. */
export async function storeUpdates({ database, clock }: App, updates: readonly Update[]): Promise<void> {
  if (updates.length === 0) return;
  const rows = updates.map((update) => ({
    update_id: BigInt(update.update_id),
    payload: JSON.stringify(update),
    received_at: clock.now(),
  }));
  await database.kysely
    .insertInto("bot_update")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Executes the stored updates, in the messenger's order, until none is due. */
export async function carryOutUpdates(app: App, signal: AbortSignal): Promise<void> {
  const outbox = {
    queue: "bot_update" as const,
    maxAttempts: MAX_ATTEMPTS,
    deliver: (id: string) => carryOut(app, BigInt(id)),
  };
  let tried = 0;
  do {
    tried = await deliverDue(app, outbox, signal);
  } while (tried > 0);
}

async function carryOut(app: App, updateId: bigint): Promise<Delivery> {
  const { payload } = await app.database.kysely
    .selectFrom("bot_update")
    .select("payload")
    .where("update_id", "=", updateId)
    .executeTakeFirstOrThrow();
  const update = JSON.parse(payload ?? "{}") as Update;
  // Another kind is of a newer version, which executes it.
  if (!UPDATE_KINDS.some((kind) => update[kind] !== undefined)) {
    return { kind: "later", until: new Date(app.clock.now().getTime() + LEFT_MS) };
  }
  await handleUpdate(app, update);
  return { kind: "sent" };
}
