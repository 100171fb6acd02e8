import type { Update } from "grammy/types";
import { beforeAll, expect, test, vi } from "vitest";
import { takeUpdate } from "#server/bot/bot.ts";
import { SHARE_DATA } from "#server/messenger/envelopeMessage.ts";
import { openAppOfFile } from "#tests/support/ofFile.ts";
import { addWithSender, claim, openEnvelope } from "#tests/support/story.ts";
import { waitUntilHolds } from "#tests/support/waitUntilHolds.ts";

const SENDER = 1n;
const GROUP = -1_000_000_000_055;
const CROWD = 400;

const { app, database } = await openAppOfFile("group flood");
let updateId = 0;

beforeAll(() => addWithSender(app, [SENDER, 2n, 3n]));

const chat = { id: GROUP, type: "supergroup", title: "A crowd" } as const;
const from = (n: number) => ({ id: 8_000_000_000 + n, is_bot: false, first_name: `Member ${n}`, language_code: "en" });

function press(n: number, data: string): Update {
  updateId += 1;
  const message = { message_id: 7, date: 1_763_640_000, chat, from: from(n), text: "a post" };
  return {
    update_id: updateId,
    callback_query: { id: `p${updateId}`, from: from(n), chat_instance: "1", message, data },
  };
}

function ask(n: number): Update {
  updateId += 1;
  return { update_id: updateId, inline_query: { id: `q${updateId}`, from: from(n), query: "", offset: "" } };
}

function say(n: number, text: string): Update {
  updateId += 1;
  return {
    update_id: updateId,
    message: {
      message_id: updateId,
      date: 1_763_640_000,
      chat,
      from: from(n),
      text,
      ephemeral_message_id: `e${updateId}`,
    },
  } as unknown as Update;
}

/** Statements that a flood costs. */
async function countStatements(updates: readonly Update[], answers = updates.length): Promise<number> {
  const query = vi.spyOn(database.pool, "query");
  const connect = vi.spyOn(database.pool, "connect");
  const press = vi.spyOn(app.telegram, "answerPress").mockResolvedValue();
  const tell = vi.spyOn(app.telegram, "sendEphemeral").mockResolvedValue({ kind: "sent", messageId: 1n });
  const offer = vi.spyOn(app.telegram, "answerInline").mockResolvedValue();
  for (const update of updates) await takeUpdate(app, update);
  await waitUntilHolds(() => {
    const told = Math.max(...[press, tell, offer].map(({ mock }) => mock.calls.length));
    if (told < answers) throw new Error(`${told} of ${answers} were told`);
  });
  const count = query.mock.calls.length + connect.mock.calls.length;
  vi.restoreAllMocks();
  return count;
}

const everybody = Array.from({ length: CROWD }, (_, n) => n);

test.each([
  ["presses of the button under a post", (n: number, id: string) => press(n, `${SHARE_DATA}${id}`), 2, true],
  ["presses of a button that nobody knows", (n: number) => press(n, "whatever"), 0, true],
  ["queries for the bot's offers", (n: number) => ask(n), 2, true],
  ["/hongbao", (n: number) => say(n, "/hongbao"), 1, false],
  ["/open with a wrong phrase", (n: number) => say(n, "/open no such lantern"), 7, true],
] as const)("%s cost a stated number of statements each, and a repeat none", async (_, make, most, isTold) => {
  app.clock.advance(60_000);
  const { envelopeId } = await openEnvelope(app, SENDER, { count: 2, passphrase: `flood ${updateId}` });
  const first = await countStatements(everybody.map((n) => make(n, envelopeId)));
  expect(first / CROWD).toBeLessThanOrEqual(most);
  const repeats = everybody.flatMap((n) => [make(n, envelopeId), make(n, envelopeId), make(n, envelopeId)]);
  // Who asks for help again has it before their eyes. Of what one person asks at once, the newest is answered.
  expect(await countStatements(repeats, isTold ? CROWD : 0)).toBe(0);
});

test("of many phrases at once the first and the last are tried, and the others cost nothing", async () => {
  app.clock.advance(60_000);
  const tries = Array.from({ length: 200 }, (_, guess) => say(1, `/open guess number ${guess}`));
  expect(await countStatements(tries, 2)).toBeLessThanOrEqual(14);
});

test("claims in the app go on while a crowd waits for a database that is busy with it", async () => {
  const { envelopeId, passphrase } = await openEnvelope(app, SENDER, { count: 2, passphrase: "beside a flood" });
  vi.spyOn(app.telegram, "sendEphemeral").mockImplementation(() => new Promise(() => {}));
  app.clock.advance(60_000);
  for (const n of everybody) await takeUpdate(app, say(n, "/open no such lantern at all"));
  const startedMs = performance.now();
  await claim(app, 2n, passphrase, envelopeId);
  await openEnvelope(app, SENDER, { count: 1, passphrase: "paid beside a flood" });
  // A messenger that never answers holds up eight at most, and no money.
  expect(performance.now() - startedMs).toBeLessThan(5_000);
  vi.restoreAllMocks();
});
