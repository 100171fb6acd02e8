import { type Kysely, sql } from "kysely";
import type { App } from "#server/app.ts";
import type { Schema } from "#server/db/schema.ts";
import { readChatStartParam, readPostStartParam } from "./startParams.ts";
import { lockRankings } from "#server/rankings/countClaims.ts";

interface SeenChat {
  chatId: bigint;
  title: string;
  isBotMember: boolean;
  /** Left out where nothing is said of it. */
  isBotAdministrator?: boolean;
  kind?: "group" | "channel";
  username?: string | null;
}

/** Stores the messenger's data of a group or a channel. */
export async function rememberChat(app: App, chat: SeenChat): Promise<void> {
  const { chatId, isBotAdministrator, kind = "group" } = chat;
  const seen = {
    title: chat.title,
    is_bot_member: chat.isBotMember,
    kind,
    ...(chat.username === undefined ? {} : { username: chat.username }),
    ...(isBotAdministrator === undefined ? {} : { is_bot_administrator: isBotAdministrator }),
    updated_at: app.clock.now(),
  };
  await app.database.kysely
    .insertInto("chat")
    .values({ ...seen, chat_id: chatId })
    .onConflict((conflict) => conflict.column("chat_id").doUpdateSet(seen))
    .execute();
}

/**
 * Links a user to the group whose signed start parameter opened the app. Links can be forwarded, so they work only for
 * members, as the messenger confirms. Ignores any other start parameter.
 */
export async function linkChat(app: App, tgUserId: bigint, startParam: string): Promise<void> {
  const { appSecrets } = app.config;
  const chatId = readPostStartParam(appSecrets, startParam) ?? readChatStartParam(appSecrets, startParam);
  if (chatId === null || !(await isLinkable(app, chatId, tgUserId))) return;
  if (!(await isMember(app, chatId, tgUserId))) return;
  await linkPerson(app, chatId, tgUserId);
}

/**
 * Links a person to the group that they chose in the app, if the messenger says that both they and the bot are in it, and
 * stores the messenger's title of it. Rejects if the messenger is unreachable: the update is tried again.
 * @returns the group's title; null where it is not theirs
 */
export async function linkChosen(app: App, chatId: bigint, tgUserId: bigint): Promise<string | null> {
  const chat = await app.telegram.readChat(chatId);
  if (chat === null || !(await app.telegram.isChatMember(chatId, tgUserId))) return null;
  await rememberChat(app, { ...chat, chatId, isBotMember: true });
  await linkPerson(app, chatId, tgUserId);
  return chat.title;
}

/** Links a chat if the app knows the person, e.g. a channel to the one who let the bot into it, which no message links. */
export async function linkPerson(app: App, chatId: bigint, tgUserId: bigint): Promise<void> {
  await app.database.kysely
    .insertInto("chat_link")
    .columns(["tg_user_id", "chat_id", "linked_at"])
    .expression((select) =>
      select
        .selectFrom("tg_user")
        .select(["tg_user_id", select.val(chatId).as("chat_id"), select.val(app.clock.now()).as("linked_at")])
        .where("tg_user_id", "=", tgUserId),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether the group is known and not linked yet: later visits of a member need no question to the messenger. */
async function isLinkable(app: App, chatId: bigint, tgUserId: bigint): Promise<boolean> {
  const chat = await app.database.kysely
    .selectFrom("chat")
    .leftJoin("chat_link", (join) =>
      join.onRef("chat_link.chat_id", "=", "chat.chat_id").on("chat_link.tg_user_id", "=", tgUserId),
    )
    .select("chat_link.linked_at")
    .where("chat.chat_id", "=", chatId)
    .executeTakeFirst();
  return chat !== undefined && chat.linked_at === null;
}

/** Also false while the messenger is unreachable: the login continues, and a later visit asks again. */
async function isMember(app: App, chatId: bigint, tgUserId: bigint): Promise<boolean> {
  try {
    return await app.telegram.isChatMember(chatId, tgUserId);
  } catch (error) {
    app.logger.warn({ chatId: String(chatId), error }, "a group was not linked: the messenger could not be asked");
    return false;
  }
}

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
