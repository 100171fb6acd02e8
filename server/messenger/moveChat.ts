import { type Kysely, sql } from "kysely";
import type { App } from "#server/app.ts";
import type { Schema } from "#server/db/schema.ts";
import { lockRankings } from "#server/rankings/countClaims.ts";

/** Follows a group that became a supergroup and got another id: moves links, waiting posts and its ranking. */
export async function moveChat(app: App, fromChatId: bigint, toChatId: bigint): Promise<void> {
  const at = app.clock.now();
  await app.database.kysely.transaction().execute(async (trx) => {
    await lockRankings(trx);
    const old = await trx.selectFrom("chat").selectAll().where("chat_id", "=", fromChatId).executeTakeFirst();
    if (old === undefined) return;
    await trx
      .insertInto("chat")
      .values({ chat_id: toChatId, title: old.title, is_bot_member: true, updated_at: at })
      .onConflict((conflict) => conflict.column("chat_id").doUpdateSet({ is_bot_member: true, updated_at: at }))
      .execute();
    await trx
      .insertInto("chat_link")
      .columns(["tg_user_id", "chat_id", "linked_at"])
      .expression((select) =>
        select
          .selectFrom("chat_link")
          .select(["tg_user_id", select.val(toChatId).as("chat_id"), "linked_at"])
          .where("chat_id", "=", fromChatId),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    for (const table of ["envelope", "passphrase_envelope"] as const) {
      await trx.updateTable(table).set({ chat_id: toChatId }).where("chat_id", "=", fromChatId).execute();
    }
    await moveConditions(trx, fromChatId, toChatId);
    await sql`
      with gone as (delete from ranking_sum where kind = 'chat' and subject_id = ${fromChatId} returning *)
      insert into ranking_sum as r (kind, subject_id, period, value_micros)
      select kind, ${toChatId}::bigint, period, value_micros from gone
      on conflict (kind, subject_id, period) do update set value_micros = r.value_micros + excluded.value_micros
    `.execute(trx);
    // Messages of the old group cannot be edited in the new one; waiting posts go there.
    await trx
      .updateTable("group_post")
      .set({ chat_id: toChatId })
      .where("chat_id", "=", fromChatId)
      .where("message_id", "is", null)
      .execute();
    await trx
      .updateTable("chat")
      .set({ is_bot_member: false, updated_at: at })
      .where("chat_id", "=", fromChatId)
      .execute();
  });
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
