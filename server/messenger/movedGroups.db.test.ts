import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "#server/db/database.ts";
import { claimDetail } from "#server/envelopes/envelopeDetail.ts";
import { sendRedEnvelope } from "#server/envelopes/send/sendRedEnvelope.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import {
  addGroup,
  addressOf,
  addUsers,
  bindWallet,
  callAs,
  claim,
  openEnvelope,
  openToMembers,
  tap,
} from "#tests/support/story.ts";
import { createTestApp, type TestApp } from "#tests/support/testApp.ts";
import type { BotMessage, SendOutcome } from "./botApi.ts";
import { chatList } from "./chatCalls.ts";
import { queueAnswer } from "./answers.ts";
import { linkChat } from "./chats.ts";
import { GroupGate } from "./groupGate.ts";
import { handleUpdate } from "#server/bot/updates.ts";
import { moveChat } from "./moveChat.ts";
import { formatChatStartParam, formatPostStartParam } from "./startParams.ts";
import { writeDue } from "./writeToGroups.ts";

const ETH = 10n ** 18n;
const MOVED = "Bad Request: group chat was upgraded to a supergroup chat";
let database: Database;
let app: TestApp;
let base = 800_000n;
let sender: bigint;
let ann: bigint;
let group: bigint;
let supergroup: bigint;
/** `<method> <chat> <topic>` of what the bot wrote, oldest first. */
let written: string[];
/** What the messenger refuses a message with; null: it takes it. */
let refuse: (chatId: bigint, message: BotMessage) => SendOutcome | null;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  base += 1_000n;
  [sender, ann, group, supergroup] = [base, base + 1n, -base, -1_000_000_000_000n - base];
  app = createTestApp(database, `moved groups ${base}`);
  await addUsers(app, [sender, ann]);
  await bindWallet(app, sender);
  app.world.balances.set(addressOf(sender), 100n * ETH);
  await addGroup(app, sender, group, [ann]);
  written = [];
  refuse = () => null;
  let messageId = 100n;
  const write =
    (method: string) =>
    async (chatId: bigint, ...rest: unknown[]) => {
      const message = rest.find(
        (each): each is BotMessage => typeof each === "object" && each !== null && "html" in each,
      );
      if (message === undefined) throw new Error("a message has a text");
      const refused = refuse(chatId, message);
      written.push(`${method} ${chatId} ${message.threadId ?? "-"}${refused === null ? "" : " refused"}`);
      messageId += 1n;
      return refused ?? { kind: "sent" as const, messageId };
    };
  app.telegram = { ...app.telegram, sendMessage: write("send"), editMessageText: write("edit") };
});

const openHere = (body: Parameters<typeof openEnvelope>[2] = {}) =>
  openEnvelope(app, sender, { chatIds: [String(group)], ...body });
async function post(): Promise<void> {
  for (let rounds = 0; rounds < 4; rounds += 1) {
    app.clock.advance(4_000);
    await writeDue(app, new GroupGate(), new AbortController().signal);
  }
}
const movesTo = (chatId: bigint): SendOutcome | null =>
  chatId === group ? { kind: "moved", toChatId: supergroup, reason: MOVED } : null;
const readNews = async () => {
  const rows = await database.kysely
    .selectFrom("letter")
    .where("queue", "=", "notification")
    .select(["kind", "payload as params"])
    .where("tg_user_id", "=", sender)
    .execute();
  return rows.filter(({ kind }) => /posted|topics|inGeneral|inOther/i.test(kind));
};
const tellMove = (kind: "to" | "from") =>
  handleUpdate(app, {
    update_id: 1,
    message: {
      message_id: 1,
      date: 1,
      chat:
        kind === "to"
          ? { id: Number(group), type: "group", title: "Family" }
          : { id: Number(supergroup), type: "supergroup", title: "Family" },
      ...(kind === "to" ? { migrate_to_chat_id: Number(supergroup) } : { migrate_from_chat_id: Number(group) }),
    } as never,
  });

describe("a group that becomes a supergroup", () => {
  it("gets the greeting that waits, once and in General", async () => {
    await queueAnswer(app, { chatId: group, name: "Family", language: "en", threadId: 7n });
    refuse = movesTo;
    await post();
    expect(written.filter((line) => !line.endsWith("refused"))).toEqual([`send ${supergroup} -`]);
  });

  it("gets a post that waits, by the messenger's refusal alone, and the later news do no harm", async () => {
    await openHere();
    refuse = movesTo;
    app.world.members.add(`${supergroup}:${sender}`);
    await post();
    expect(written.filter((line) => !line.endsWith("refused"))).toEqual([`send ${supergroup} -`]);
    await tellMove("to");
    await tellMove("from");
    await post();
    expect(written.filter((line) => line.startsWith(`send ${supergroup}`))).toHaveLength(1);
    expect(await readNews()).toEqual([]);
    app.clock.advance(60_000);
    const chats = (await callAs(app, chatList, sender, { query: { limit: 10 } })).items;
    expect(chats.map(({ chatId }) => chatId)).toEqual([String(supergroup)]);
  });

  it("is asked about under its new id where the messenger tells it by a question", async () => {
    const { telegram } = app;
    app.telegram = {
      ...telegram,
      askMember: async (chatId, userId) =>
        chatId === group ? { kind: "moved", toChatId: supergroup } : telegram.askMember(chatId, userId),
    };
    app.world.members.add(`${supergroup}:${sender}`);
    const { envelopeId } = await openHere();
    const row = await database.kysely
      .selectFrom("envelope")
      .select("chat_id")
      .where("envelope_id", "=", envelopeId)
      .executeTakeFirstOrThrow();
    expect(row.chat_id).toBe(supergroup);
    await post();
    expect(written).toEqual([`send ${supergroup} -`]);
  });

  it.each(["moved", "refused"] as const)("sees an open post anew, once, where the old one is %s", async (kind) => {
    const { envelopeId, passphrase } = await openHere({ count: 3 });
    await post();
    expect(written).toEqual([`send ${group} -`]);
    for (const person of [sender, ann]) app.world.members.add(`${supergroup}:${person}`);
    if (kind === "refused") await tellMove("from");
    refuse = (chatId) =>
      kind === "moved"
        ? movesTo(chatId)
        : chatId === group
          ? { kind: "refused", reason: "message to edit not found" }
          : null;
    await claim(app, ann, passphrase, envelopeId);
    await post();
    await claim(app, sender, passphrase, envelopeId);
    await post();
    expect(written.filter((line) => !line.endsWith("refused"))).toEqual([
      `send ${group} -`,
      `send ${supergroup} -`,
      `edit ${supergroup} -`,
    ]);
  });

  it("keeps what was signed with its old id, and sends by it", async () => {
    const { envelopeId } = await openHere();
    await moveChat(app, group, supergroup);
    for (const person of [sender, ann]) app.world.members.add(`${supergroup}:${person}`);
    const { appSecrets } = app.config;
    for (const param of [
      formatChatStartParam(appSecrets, group),
      formatPostStartParam(appSecrets, envelopeId, group),
    ]) {
      await database.kysely.deleteFrom("chat_link").where("tg_user_id", "=", ann).execute();
      await linkChat(app, ann, param);
      const links = await database.kysely
        .selectFrom("chat_link")
        .select("chat_id")
        .where("tg_user_id", "=", ann)
        .execute();
      expect(links).toEqual([{ chat_id: supergroup }]);
    }
    const body = { type: "luckyDraw" as const, coinType: "eth" as const, count: 2, totalAmount: "0.02" };
    const sent = await callAs(app, sendRedEnvelope, sender, { body: { ...body, chatIds: [String(group)] } });
    expect(sent.envelopes.map(({ chatId }) => chatId)).toEqual([String(supergroup)]);
  });
});

describe("an envelope in a forum", () => {
  const closed = (...topics: (bigint | null)[]) => {
    refuse = (_chatId, { threadId = null }) =>
      topics.includes(threadId)
        ? {
            kind: "refused",
            reason: threadId === null ? "Bad Request: TOPIC_CLOSED" : "Bad Request: message thread not found",
          }
        : null;
  };
  const comeFrom = (person: bigint, topic: bigint | null) =>
    linkChat(app, person, formatChatStartParam(app.config.appSecrets, group, topic));

  it("is posted in the topic that its sender came from, and in General after a link without one", async () => {
    await comeFrom(sender, 7n);
    await openHere();
    await post();
    await comeFrom(sender, null);
    await openHere();
    await post();
    expect(written).toEqual([`send ${group} 7`, `send ${group} -`]);
    expect(await readNews()).toEqual([]);
  });

  it.each([
    { kind: "inGeneral", shut: [7n], place: "-" },
    { kind: "inOtherTopic", shut: [7n, null], place: "9" },
  ] as const)("goes where the bot may write, $kind, and its sender is told", async ({ kind, shut, place }) => {
    await comeFrom(ann, 9n);
    await comeFrom(sender, 7n);
    closed(...shut);
    await openHere();
    await post();
    expect(written.at(-1)).toBe(`send ${group} ${place}`);
    expect(await readNews()).toMatchObject([{ kind }]);
  });

  it("that nobody lets it into is posted nowhere, and its sender is told what to do", async () => {
    await comeFrom(sender, 7n);
    closed(7n, null);
    await openHere();
    await post();
    expect(written).toEqual([`send ${group} 7 refused`, `send ${group} - refused`]);
    expect(await readNews()).toMatchObject([{ kind: "topicsClosed" }]);
  });
});

describe("a group that hides its members", () => {
  it("stays in the list and says so, and a send names it", async () => {
    app.world.ledChats.delete(String(group));
    app.world.hiddenChats.add(String(group));
    const { items } = await callAs(app, chatList, sender, { query: { limit: 10 } });
    expect(items).toMatchObject([{ chatId: String(group), areMembersHidden: true }]);
    const body = { type: "luckyDraw" as const, coinType: "eth" as const, count: 2, totalAmount: "0.02" };
    await expect(
      callAs(app, sendRedEnvelope, sender, { body: { ...body, chatIds: [String(group)] } }),
    ).rejects.toMatchObject({
      key: "botNotAdministrator",
      data: { conditions: [{ chatId: String(group), title: `Chat ${group}` }] },
    });
  });
});

describe("the name of a private group", () => {
  it("is for its members and those of the envelope's group; others do not read it", async () => {
    const [stranger, other] = [base + 2n, group - 1n];
    await addUsers(app, [stranger]);
    await addGroup(app, sender, other);
    const envelopeId = await openToMembers(app, sender, {
      chatIds: [String(group)],
      requiredChatIds: [String(other)],
    });
    const read = async (person: bigint) =>
      (await callAs(app, claimDetail, person, { query: { envelopeId, limit: 5 } })).envelope.conditions;
    const hidden = (chatId: bigint) => ({ chatId: String(chatId), title: null, link: null });
    expect(await read(stranger)).toMatchObject([hidden(group), hidden(other)]);
    await expect(tap(app, stranger, envelopeId)).rejects.toMatchObject({
      key: "membersOnly",
      data: { conditions: [hidden(group), hidden(other)] },
    });
    await expect(tap(app, ann, envelopeId)).rejects.toMatchObject({ key: "membersOnly" });
    const named = [{ title: `Chat ${group}` }, { title: `Chat ${other}` }];
    expect(await read(ann)).toMatchObject(named);
    expect(await read(sender)).toMatchObject(named);
  });
});
