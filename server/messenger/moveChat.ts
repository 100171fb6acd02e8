import { type Kysely, sql } from "kysely";
import type { App } from "#server/app.ts";
import type { Schema } from "#server/db/schema.ts";
import { lockRankings } from "#server/rankings/sumEnded.ts";
import { showGroups } from "#server/rankings/rankShares.ts";

/** The id under which a chat goes on; its own where it never moved. */
export async function findPresentChat({ database }: App, chatId: bigint): Promise<bigint> {
  const chat = await database.kysely
    .selectFrom("chat")
    .select("moved_to_chat_id")
    .where("chat_id", "=", chatId)
    .executeTakeFirst();
  return chat?.moved_to_chat_id ?? chatId;
}

/**
 * Follows a group that became a supergroup and got another id: moves links, envelopes, waiting posts, its greeting and
 * its ranking. The messenger may tell it more than once.
 */
export async function moveChat(app: App, fromChatId: bigint, toChatId: bigint): Promise<void> {
  const at = app.clock.now();
  await app.database.kysely.transaction().execute(async (trx) => {
    await lockRankings(trx);
    const old = await trx.selectFrom("chat").selectAll().where("chat_id", "=", fromChatId).executeTakeFirst();
    if (old === undefined || old.moved_to_chat_id !== null || fromChatId === toChatId) return;
    await trx
      .insertInto("chat")
      .values({ chat_id: toChatId, title: old.title, is_bot_member: true, updated_at: at })
      .onConflict((conflict) => conflict.column("chat_id").doUpdateSet({ is_bot_member: true, updated_at: at }))
      .execute();
    await trx
      .insertInto("chat_link")
      .columns(["tg_user_id", "chat_id", "linked_at", "thread_id"])
      .expression((select) =>
        select
          .selectFrom("chat_link")
          .select(["tg_user_id", select.val(toChatId).as("chat_id"), "linked_at", "thread_id"])
          .where("chat_id", "=", fromChatId),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    for (const table of ["envelope", "passphrase_envelope"] as const) {
      await trx.updateTable(table).set({ chat_id: toChatId }).where("chat_id", "=", fromChatId).execute();
    }
    await moveConditions(trx, fromChatId, toChatId);
    await moveRanking(trx, fromChatId, toChatId);
    await moveGreeting(trx, fromChatId, toChatId);
    // A message stays in the old group, where it is edited as long as the messenger lets it be; waiting posts move.
    await trx
      .updateTable("group_post")
      .set({ chat_id: toChatId })
      .where("chat_id", "=", fromChatId)
      .where("message_id", "is", null)
      .execute();
    await trx
      .updateTable("chat")
      .set({ is_bot_member: false, moved_to_chat_id: toChatId, updated_at: at })
      .where("chat_id", "=", fromChatId)
      .execute();
  });
}

async function moveRanking(trx: Kysely<Schema>, fromChatId: bigint, toChatId: bigint): Promise<void> {
  await trx.updateTable("ranked_share").set({ chat_id: toChatId }).where("chat_id", "=", fromChatId).execute();
  await sql`
    with gone as (delete from group_claimer where chat_id = ${fromChatId} returning tg_user_id)
    insert into group_claimer (chat_id, tg_user_id) select ${toChatId}::bigint, tg_user_id from gone on conflict do nothing
  `.execute(trx);
  await sql`
    with gone as (delete from ranking_sum where kind = 'chat' and subject_id = ${fromChatId} returning *)
    insert into ranking_sum as r (kind, subject_id, period, value_micros, is_hidden)
    select kind, ${toChatId}::bigint, period, value_micros, is_hidden from gone
    on conflict (kind, subject_id, period) do update set value_micros = r.value_micros + excluded.value_micros
  `.execute(trx);
  await showGroups(trx, [toChatId]);
}

/** A group that was greeted is greeted again under no other id, though the bot is told that it is new there. */
async function moveGreeting(trx: Kysely<Schema>, fromChatId: bigint, toChatId: bigint): Promise<void> {
  await sql`
    with gone as (delete from letter where queue = 'bot_answer' and letter_id = ${String(fromChatId)} returning *)
    insert into letter (queue, letter_id, taker, kind, payload, created_at, due_at, sent_at)
    select queue, ${String(toChatId)}, ${String(toChatId)}, kind, payload || '{"threadId": null}', created_at, due_at,
      coalesce(sent_at, failed_at) from gone
    on conflict (queue, letter_id) do update set due_at = excluded.due_at, sent_at = excluded.sent_at
  `.execute(trx);
}

/** Envelopes ask for members of the moved group under its new id, also where they were sent to another. */
async function moveConditions(trx: Kysely<Schema>, fromChatId: bigint, toChatId: bigint): Promise<void> {
  const asked = JSON.stringify([{ chatId: String(fromChatId) }]);
  // No title can hold this text: there, quotation marks are escaped.
  const [from, to] = [fromChatId, toChatId].map((chatId) => `"chatId": "${chatId}"`);
  await sql`
    update envelope set conditions = replace(conditions::text, ${from}, ${to})::jsonb
    where claim_rule = 'members' and conditions @> ${asked}::jsonb
  `.execute(trx);
}
