import type { Update, User } from "grammy/types";
import { sql } from "kysely";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { findDesk, takeUpdate } from "#server/bot/bot.ts";
import { sendRedEnvelope } from "#server/envelopes/send/sendRedEnvelope.ts";
import type { BotMessage } from "#server/messenger/botApi.ts";
import { carryOutUpdates } from "#server/bot/updates.ts";
import { openAppOfFile } from "#tests/support/ofFile.ts";
import { addGroup, addWithSender, callAs, openEnvelope, payOrder } from "#tests/support/story.ts";

const SENDER = 1n;
const LI: User = { id: 6_731_905_248, is_bot: false, first_name: "Li", language_code: "en" };
const GROUP = { id: -1_002_000_000_001, type: "supergroup", title: "A group" } as const;
const OTHER = { ...GROUP, id: -1_002_000_000_002, title: "Another group" } as const;
const CHANNEL = { id: -1_009_000_000_001, type: "channel", title: "News" } as const;
const bot = (id: number): User => ({ id, is_bot: true, first_name: "Some bot" });

const NOBODIES: readonly (readonly [string, object])[] = [
  ["an anonymous administrator", { from: bot(1_087_968_824), sender_chat: GROUP }],
  ["a channel", { from: bot(136_817_688), sender_chat: CHANNEL }],
  ["a channel that names no user", { from: undefined, sender_chat: CHANNEL }],
  [
    "a linked channel's post",
    {
      from: { id: 777_000, is_bot: false, first_name: "Telegram" },
      sender_chat: CHANNEL,
      is_automatic_forward: true,
      forward_origin: { type: "channel", date: 1, chat: CHANNEL, message_id: 5 },
    },
  ],
  ["another bot", { from: bot(5_000_000_001) }],
  ["a forwarded message", { forward_origin: { type: "user", date: 1, sender_user: LI } }],
  ["a message without a sender", { from: undefined }],
];

const { app, database } = await openAppOfFile("speakers");
let updateId = 0;

beforeAll(async () => {
  await addWithSender(app, [SENDER]);
  for (const chat of [GROUP, OTHER]) await addGroup(app, SENDER, BigInt(chat.id), [BigInt(LI.id)]);
});

const told = vi.fn<(where: unknown, message: BotMessage) => void>();
beforeEach(() => {
  app.clock.advance(120_000);
  vi.spyOn(app.telegram, "sendMessage").mockImplementation(async (chatId, message) => {
    told(chatId, message);
    return { kind: "sent", messageId: 1n };
  });
  vi.spyOn(app.telegram, "sendEphemeral").mockImplementation(async (chatId, _, message) => {
    told(chatId, message);
    return { kind: "sent", messageId: 0n };
  });
});
afterEach(() => {
  told.mockClear();
  vi.restoreAllMocks();
});

function write(text: string, fields: object = {}): Update {
  updateId += 1;
  const message = { message_id: updateId, date: 1, chat: GROUP, from: LI, text, ...fields };
  return { update_id: updateId, message };
}

const { signal } = new AbortController();

/** The bot takes them, and does all that it does about them. */
async function take(...updates: Update[]): Promise<void> {
  for (const update of updates) await takeUpdate(app, update);
  await findDesk(app).finish();
  await carryOutUpdates(app, signal);
}

/** Rows that say something of people, but the sender's. */
async function countRows(): Promise<number[]> {
  const tables = ["tg_user", "chat_link", "claim", "attempt", "letter"] as const;
  return Promise.all(
    tables.map(async (table) => {
      const { rows } = await sql<{ n: string }>`select count(*)::text as n from ${sql.table(table)}`.execute(
        database.kysely,
      );
      return Number(rows[0]?.n);
    }),
  );
}

/** An envelope whose made-up phrase anybody may open. */
async function openGenerated(): Promise<string> {
  const body = { type: "luckyDraw", coinType: "eth", count: 3, totalAmount: "0.05" } as const;
  const sent = await callAs(app, sendRedEnvelope, SENDER, { body });
  await payOrder(app, SENDER, sent.order.orderId);
  const phrase = sent.envelopes[0]?.passphrase;
  if (phrase == null) throw new Error("a send must answer its phrase");
  return phrase;
}

describe.each(NOBODIES)("%s", (_, speaker) => {
  it("opens nothing, is no person, and hears the same for every phrase: a way to open it as oneself", async () => {
    const phrase = await openGenerated();
    const before = await countRows();
    await take(write(`/open ${phrase}`, speaker));
    await take(write("/open no such lantern at all", speaker));
    expect(await countRows()).toEqual(before);
    const answers = told.mock.calls.map(([where, message]) => [where, message] as const);
    expect(answers).toHaveLength(2);
    expect(answers[0]).toEqual(answers[1]);
    expect(answers.map(([, { html, button }]) => `${html} ${button?.url}`).join(" ")).not.toContain(phrase);
    expect(told.mock.calls[0]?.[1].button?.url).toMatch(/^https:\/\/t\.me\/hongbao_test_bot\//u);
  });

  it("is linked to nothing by whatever else it sends", async () => {
    const before = await countRows();
    const chat = { id: 777_000, type: "private", first_name: "Telegram" };
    await take(
      write("/hongbao", { ...speaker, ephemeral_message_id: 3 }),
      write("/privacy", { ...speaker, chat }),
      write("/start", { ...speaker, chat }),
      write("", { ...speaker, chat, chat_shared: { request_id: 1, chat_id: GROUP.id } }),
      write("", { ...speaker, chat, write_access_allowed: {} }),
    );
    expect(await countRows()).toEqual(before);
    expect(told).not.toHaveBeenCalled();
  });
});

it("a bot that taps, types or sends a result is nobody", async () => {
  const before = await countRows();
  const [from, id] = [bot(5_000_000_001), "q"];
  const pressing = vi.spyOn(app.telegram, "answerPress");
  const offering = vi.spyOn(app.telegram, "answerInline");
  const { envelopeId } = await openEnvelope(app, SENDER, { passphrase: "tapped by a bot" });
  await take({
    update_id: (updateId += 1),
    callback_query: { id, from, chat_instance: "1", data: `share:${envelopeId}` },
  });
  await take({ update_id: (updateId += 1), inline_query: { id, from, query: "", offset: "" } });
  const result = { result_id: envelopeId, inline_message_id: "m", from, query: "" };
  await take({ update_id: (updateId += 1), chosen_inline_result: result });
  expect([await countRows(), told.mock.calls, offering.mock.calls]).toEqual([before, [], []]);
  expect(pressing.mock.calls).toEqual([["q", null]]);
});

it("a flood of nobody is answered ten times a minute, and holds up nobody", async () => {
  const phrase = await openGenerated();
  const crowd = Array.from({ length: 3_000 }, (_, n) =>
    write("/open", { from: bot(9_000_000 + n), sender_chat: { ...CHANNEL, id: -1_009_100_000_000 - n } }),
  );
  await take(...crowd, write(`/open ${phrase}`, { ephemeral_message_id: 4 }));
  const answers = told.mock.calls.map(([, { html }]) => html);
  expect(answers.filter((html) => html.startsWith("🧧 You got"))).toHaveLength(1);
  expect(answers).toHaveLength(11);
});

it("what people write to each other is stored nowhere, neither whole nor in part", async () => {
  const before = await countRows();
  const words = "our secret words";
  await take(
    write(words),
    write("", { caption: words, photo: [] }),
    write(`/start@another_bot ${words}`),
    ...["edited_message", "channel_post", "business_message", "message_reaction"].map((kind) => ({
      update_id: (updateId += 1),
      [kind]: write(words).message,
    })),
    { update_id: (updateId += 1) },
  );
  expect(await countRows()).toEqual(before);
  await take(write(`/start ${words}`, { reply_to_message: write(words).message }));
  const { rows } = await sql<{ payload: string }>`select payload::text from letter where queue = 'bot_update'`.execute(
    database.kysely,
  );
  expect(JSON.stringify(rows)).not.toContain(words);
});

it("one that cannot be read or stored does not keep the bot from the others", async () => {
  const phrase = await openGenerated();
  const broken = [
    { update_id: (updateId += 1), message: null },
    { update_id: (updateId += 1), message: { text: "/open it", from: LI } },
    { update_id: (updateId += 1), callback_query: { id: "1" } },
    { update_id: (updateId += 1), my_chat_member: {} },
    write("/start", { chat: { ...GROUP, id: 2 ** 70 } }),
    write("/start", { chat: { ...GROUP, id: 0.5 } }),
    { ...write("/start"), update_id: 2 ** 70 },
  ] as Update[];
  await take(...broken, write(`/open ${phrase}`, { ephemeral_message_id: 4 }));
  expect(told.mock.calls.map(([, { html }]) => html)).toEqual([expect.stringMatching(/^🧧 You got/u)]);
});

describe("/open", () => {
  const open = (phrase: string, chat: object = GROUP) =>
    take(write(`/open ${phrase}`, { ephemeral_message_id: 4, chat }));
  const lastAnswer = () => told.mock.calls.at(-1)?.[1].html;
  const findOpened = async () =>
    (
      await database.kysely.selectFrom("claim").select("envelope_id").where("tg_user_id", "=", BigInt(LI.id)).execute()
    ).map((row) => row.envelope_id);

  it("looks in its own group first, whichever envelope is older", async () => {
    const passphrase = "888 888";
    const older = await openEnvelope(app, SENDER, { passphrase, chatIds: [String(GROUP.id)] });
    app.clock.advance(1_000);
    const newer = await openEnvelope(app, SENDER, { passphrase, chatIds: [String(OTHER.id)] });
    await open(passphrase, OTHER);
    expect(await findOpened()).toContain(newer.envelopeId);
    expect(await findOpened()).not.toContain(older.envelopeId);
    // Whose share they have there is told them, and not another group's opened.
    app.clock.advance(60_000);
    await open(passphrase, OTHER);
    expect(lastAnswer()).toMatch(/^You have opened it already/u);
    expect(await findOpened()).not.toContain(older.envelopeId);
    await open(passphrase, GROUP);
    expect(await findOpened()).toContain(older.envelopeId);
  });

  it("judges a right phrase at once after a wrong one, and tells the same phrase the same", async () => {
    const phrase = await openGenerated();
    await open("no such lantern at all");
    await open(phrase);
    expect(lastAnswer()).toMatch(/^🧧 You got/u);
    await open(` ${phrase.toUpperCase()} `);
    expect(lastAnswer()).toMatch(/^🧧 You got/u);
  });

  it("counts each of many hasty tries, and locks who guesses", async () => {
    app.clock.advance(900_000);
    const phrase = await openGenerated();
    for (let guess = 0; guess < 11; guess += 1) await open(`hasty guess number ${guess}`);
    await open(phrase);
    expect(lastAnswer()).toBe("One moment, please. Then try again.");
  });
});
