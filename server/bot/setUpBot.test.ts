import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { BotApi } from "#devnet/telegram/botApi.ts";
import { createTelegramServer } from "#devnet/telegram/createTelegramServer.ts";
import { TelegramRefusal } from "#devnet/telegram/telegramRefusal.ts";
import { TelegramWorld } from "#devnet/telegram/telegramWorld.ts";
import type { App } from "#server/app.ts";
import { listen } from "#tests/support/listen.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { setUpBot } from "./setUpBot.ts";

const BOT_TOKEN = "42:secret";
/** What the messenger is told, part by part. */
const TOLD = {
  supports_inline_queries: true,
  inline_query_placeholder: "Choose a red envelope",
  inline_feedback_share_denominator: 1,
  can_join_groups: true,
  can_read_all_group_messages: false,
};

let world: TelegramWorld;
let api: BotApi;
let messenger: Awaited<ReturnType<typeof listen>>;
let app: App;
let warned: string[];

beforeEach(async () => {
  const stateFile = path.join(mkdtempSync(path.join(tmpdir(), "telegram-")), "telegram.json");
  world = new TelegramWorld(
    { botToken: BOT_TOKEN, appName: "app", gatewayOrigin: "http://localhost:1", stateFile },
    () => 0,
  );
  api = new BotApi(world, () => 0);
  messenger = await listen(createTelegramServer(world, api));
  warned = [];
  const warn = ({ reason }: { reason?: string }, message: string) => void warned.push(`${message}: ${reason ?? ""}`);
  // It knows the messenger and the log alone.
  app = {
    config: { botToken: BOT_TOKEN, botApiUrl: messenger.url },
    logger: { ...silentLogger, warn },
  } as unknown as App;
});
afterEach(() => {
  vi.useRealTimers();
  return messenger.stop();
});

const setUp = () => setUpBot(app, new AbortController().signal);

/** The messenger answers these calls so. */
function answer(replies: Readonly<Record<string, () => unknown>>): void {
  const real = api.call.bind(api);
  vi.spyOn(api, "call").mockImplementation(async (...asked) => {
    const reply = replies[asked[1]];
    return reply === undefined ? real(...asked) : reply();
  });
}

it("switches on all that the bot needs, without a human", async () => {
  const asked = vi.spyOn(api, "call");
  await setUp();
  // It names no setting whose values nobody has published.
  expect(world.state.settings).toEqual({ ...TOLD, callback_query_mode: "default" });
  const named = asked.mock.calls.flatMap(([, method, params]) =>
    method === "setMySettings" ? Object.keys(params) : [],
  );
  expect(new Set(named)).toEqual(new Set(Object.keys(TOLD)));
  const { groups, channels } = world.state.proposedRights;
  const listRights = (rights: object) => Object.entries(rights).flatMap(([right, isOn]) => (isOn ? [right] : []));
  expect([listRights(groups), listRights(channels)]).toEqual([
    ["can_manage_chat", "can_delete_messages"],
    ["can_manage_chat"],
  ]);
  expect(world.state.groupCommands.map(({ command }) => command)).toEqual(["open", "hongbao"]);
  expect(world.state.translatedCommands["groups:zh"]?.[0]?.description).toBe("用口令领取红包");
  expect(warned).toEqual([]);
});

it("says once what the messenger keeps otherwise", async () => {
  answer({
    getMe: () => ({ id: 42, is_bot: true, first_name: "B", username: "b" }),
    getMyCommands: () => [],
  });
  await setUp();
  const said = "the messenger keeps other settings of the bot than it was told";
  const parts = Object.keys(TOLD).filter((part) => part !== "inline_feedback_share_denominator");
  expect(warned).toEqual([...parts.map((part) => `${said}: setMySettings ${part}`), `${said}: setMyCommands`]);
});

it.each(Object.keys(TOLD))("says that the messenger refuses %s, and sets every other part", async (refused) => {
  const real = api.call.bind(api);
  vi.spyOn(api, "call").mockImplementation(async (...asked) => {
    if (refused in asked[2]) throw new TelegramRefusal(400, "Bad Request: BOT_INVALID");
    return real(...asked);
  });
  const before = world.state.settings;
  await setUp();
  expect(world.state.settings).toMatchObject({ ...TOLD, [refused]: Reflect.get(before, refused) });
  expect(warned).toEqual([expect.stringContaining(`setMySettings ${refused}`)]);
});

it.each(["setMySettings", "setMyDefaultAdministratorRights"])(
  "says once that an older messenger does not know %s, and sets the rest",
  async (method) => {
    answer({
      [method]: () => {
        throw new TelegramRefusal(404, "Not Found: method not found");
      },
    });
    await setUp();
    expect(warned).toEqual([expect.stringContaining(`'${method}' failed!`)]);
    expect(world.state.groupCommands).toHaveLength(2);
  },
);

it("tries again what the messenger did not answer", async () => {
  const asked = vi.fn<() => never>(() => {
    // Before the bot begins to wait.
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    throw new TelegramRefusal(502, "Bad Gateway");
  });
  answer({ setMySettings: asked });
  const stop = new AbortController();
  const running = setUpBot(app, stop.signal);
  // Each part once, and again.
  while (asked.mock.calls.length <= 5) {
    if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(1_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  stop.abort();
  vi.useRealTimers();
  await running;
  expect(world.state.groupCommands).toHaveLength(2);
});
