import type { ChatMember } from "grammy/types";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { handleUpdate } from "#server/bot/updates.ts";
import { sendRedEnvelope } from "#server/envelopes/send/sendRedEnvelope.ts";
import { openPeople } from "#tests/support/people.ts";
import { addGroup, callAs } from "#tests/support/story.ts";
import type { TestApp } from "#tests/support/testApp.ts";
import { chatList, chatRights, chatSize } from "./chatCalls.ts";

const people = openPeople("chat rights");
let app: TestApp;
let base = 730_000n;
let sender: bigint;
let group: bigint;
let other: bigint;

beforeEach(async () => {
  base += 1_000n;
  [sender, group, other] = [base, -base, -base - 1n];
  app = people.renew(`chat rights ${base}`);
  await people.addWithSender(sender);
  await addGroup(app, sender, group, []);
});

const ask = async (...chatIds: readonly bigint[]) =>
  (await callAs(app, chatRights, sender, { query: { chatIds: chatIds.join(",") } })).items;
const send = (body: object = {}) =>
  callAs(app, sendRedEnvelope, sender, {
    body: { type: "luckyDraw", coinType: "eth", count: 2, totalAmount: "0.02", chatIds: [String(group)], ...body },
  });

/** The messenger tells what the bot is in the group now. */
async function appoint(isAdministrator: boolean): Promise<void> {
  if (isAdministrator) app.world.ledChats.add(String(group));
  else app.world.ledChats.delete(String(group));
  const user = { id: 1, is_bot: true as const, first_name: "Hongbao" };
  const member = { user, status: isAdministrator ? "administrator" : "member" } as ChatMember;
  const chat = { id: Number(group), type: "supergroup" as const, title: "Family" };
  const from = { id: Number(sender), is_bot: false as const, first_name: "Anna" };
  const change = { chat, from, date: 0, old_chat_member: member, new_chat_member: member };
  await handleUpdate(app, { update_id: 1, my_chat_member: change });
}

describe("what the bot sees of a chat", () => {
  it("is told for each of the caller's, as the messenger says it now", async () => {
    await addGroup(app, sender, other, []);
    app.world.ledChats.delete(String(other));
    const chatIds = [other, group, other];
    expect(await ask(...chatIds)).toEqual([
      { chatId: String(other), seesMembers: "no", areMembersHidden: false },
      { chatId: String(group), seesMembers: "yes", areMembersHidden: false },
    ]);
    app.world.ledChats.add(String(other));
    app.clock.advance(2_000);
    expect(await ask(other)).toMatchObject([{ seesMembers: "yes" }]);
    const { items } = await callAs(app, chatList, sender, { query: { limit: 10 } });
    expect(items.map(({ isBotAdministrator }) => isBotAdministrator)).toEqual([true, true]);
  });

  it("is unknown while the messenger is away, and asked again", async () => {
    app.world.isMessengerDown = true;
    expect(await ask(group)).toEqual([{ chatId: String(group), seesMembers: "unknown", areMembersHidden: false }]);
    app.world.isMessengerDown = false;
    app.clock.advance(2_000);
    expect(await ask(group)).toMatchObject([{ seesMembers: "yes" }]);
  });

  it("is asked of the messenger once in two seconds, however many look", async () => {
    const readChat = vi.spyOn(app.telegram, "readChat");
    await Promise.all([ask(group), ask(group), ask(group)]);
    app.clock.advance(1_999);
    await ask(group);
    expect(readChat).toHaveBeenCalledTimes(1);
    app.clock.advance(1);
    await ask(group);
    expect(readChat).toHaveBeenCalledTimes(2);
  });

  it("is told to nobody else, nor of a chat that the bot left, nor that the caller left", async () => {
    await expect(ask(group, other)).rejects.toMatchObject({ key: "notFound" });
    await expect(ask(99_999_999_999_999_999_999n)).rejects.toMatchObject({ key: "notFound" });
    app.world.members.delete(`${group}:${sender}`);
    await expect(ask(group)).rejects.toMatchObject({ key: "notFound" });
  });
});

describe("how many members a chat has", () => {
  const count = async (chatId: bigint) =>
    (await callAs(app, chatSize, sender, { query: { chatId: String(chatId) } })).memberCount;

  it("is told to its members, and asked of the messenger once in an hour, however many look", async () => {
    app.world.sizes.set(String(group), 1_284);
    expect(await Promise.all([count(group), count(group)])).toEqual([1_284, 1_284]);
    app.world.sizes.set(String(group), 1_285);
    app.clock.advance(3_599_999);
    expect(await count(group)).toBe(1_284);
    expect(app.world.counted).toEqual([String(group)]);
    app.clock.advance(1);
    expect(await count(group)).toBe(1_285);
  });

  it("is not known where the messenger does not say it, and asked again after a minute", async () => {
    expect(await count(group)).toBeNull();
    app.world.sizes.set(String(group), 9);
    app.clock.advance(59_999);
    expect(await count(group)).toBeNull();
    app.clock.advance(1);
    expect(await count(group)).toBe(9);
  });

  it("is not told where the messenger does not say that the caller is a member", async () => {
    app.world.sizes.set(String(group), 9);
    app.world.isMessengerDown = true;
    expect(await count(group)).toBeNull();
    expect(app.world.counted).toEqual([]);
  });

  it("is told to nobody else", async () => {
    app.world.sizes.set(String(group), 9);
    await expect(count(other)).rejects.toMatchObject({ key: "notFound" });
    app.world.members.delete(`${group}:${sender}`);
    await expect(count(group)).rejects.toMatchObject({ key: "notFound" });
    expect(app.world.counted).toEqual([]);
  });
});

describe("a group that hides its members from a bot without rights", () => {
  const refuseHidden = async () => {
    await appoint(false);
    app.world.hiddenChats.add(String(group));
    expect(await ask(group)).toEqual([{ chatId: String(group), seesMembers: "no", areMembersHidden: true }]);
    const { items } = await callAs(app, chatList, sender, { query: { limit: 10 } });
    expect(items).toMatchObject([{ chatId: String(group), areMembersHidden: true }]);
    await expect(send()).rejects.toMatchObject({
      key: "botNotAdministrator",
      data: { conditions: [{ chatId: String(group), title: `Chat ${group}` }] },
    });
    app.clock.advance(100);
  };

  it("is seen as soon as the messenger tells that the bot is an administrator", async () => {
    await refuseHidden();
    await appoint(true);
    expect(await ask(group)).toEqual([{ chatId: String(group), seesMembers: "yes", areMembersHidden: false }]);
    const { items } = await callAs(app, chatList, sender, { query: { limit: 10 } });
    expect(items).toMatchObject([{ areMembersHidden: false, isBotAdministrator: true }]);
  });

  it("is seen by a process that was not told, at the next send", async () => {
    await refuseHidden();
    app.world.ledChats.add(String(group));
    expect((await send({ claimRule: "members" })).envelopes).toHaveLength(1);
  });
});
