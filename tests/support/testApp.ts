import { createHash } from "node:crypto";
import type { CoinType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import { trustClock } from "#server/clockGuard.ts";
import { readConfig } from "#server/config.ts";
import type { Database } from "#server/db/database.ts";
import type { Mail, Mailer, MailOutcome } from "#server/mail/mailer.ts";
import type { Random } from "#server/random.ts";
import { createMetrics } from "#server/telemetry/metrics.ts";
import type { BotApi } from "#server/messenger/botApi.ts";
import { createMemoryChain, type MemoryChainState } from "./chains/memoryChain.ts";
import { linkChain } from "./linkChain.ts";
import { NO_PICTURES } from "./noPictures.ts";
import { SILENT_BOT } from "./silentBot.ts";
import { silentLogger } from "./silentLogger.ts";
import { createTestClock, type TestClock } from "./testClock.ts";

/** An outside world in memory, changed by the test. */
export interface TestWorld extends MemoryChainState {
  /** `<chat>:<user>` of every chat member. */
  members: Set<string>;
  /** Chats in which the bot is an administrator. */
  ledChats: Set<string>;
  /** Chats that tell their members to administrators alone. */
  hiddenChats: Set<string>;
  /** How many members a chat has; of others nothing is told. */
  sizes: Map<string, number>;
  /** The chats that were counted, oldest first. */
  counted: string[];
  /** `<chat>:<user>` of each question about a member, oldest first. */
  questions: string[];
  /** What an answer waits for. */
  answerLater: () => Promise<void>;
  isMessengerDown: boolean;
  /** Every mail that was sent, newest last. */
  mails: Mail[];
  /** What the mail server does with the next mails. */
  mailOutcome: MailOutcome;
  /** USDT of a coin whose price is known. */
  prices: Map<CoinType, string>;
}

export interface TestApp extends App {
  clock: TestClock;
  world: TestWorld;
}

export const TEST_SETTINGS = {
  NODE_ENV: "development",
  PUBLIC_URL: "http://localhost:4000",
  DATABASE_URL: "postgres://localhost/hongbao",
  APP_SECRET: "a secret of the tests with forty letters",
  BOT_TOKEN: "1000000001:test-token_of-the-tests",
  ETH_RPC_URLS: "http://127.0.0.1:1",
  ETH_TREASURY_KEY: `0x${"1".repeat(64)}`,
  COINS: "eth",
};

/** An app on a real database with a clock, a chain, a messenger and randomness that the test controls. */
export function createTestApp(database: Database, seed: string, settings: Record<string, string> = {}): TestApp {
  const clock = createTestClock();
  const world: TestWorld = {
    balances: new Map(),
    contracts: new Set(),
    wrongClocks: new Set(),
    isChainDown: false,
    members: new Set(),
    ledChats: new Set(),
    hiddenChats: new Set(),
    sizes: new Map(),
    counted: [],
    questions: [],
    answerLater: () => Promise.resolve(),
    isMessengerDown: false,
    mails: [],
    mailOutcome: "sent",
    prices: new Map(),
  };
  return {
    config: readConfig({ ...TEST_SETTINGS, ...settings }),
    database,
    clock,
    // A test's clock cannot be compared with another one.
    clockGuard: trustClock(clock),
    random: createSeededRandom(seed),
    logger: silentLogger,
    chains: linkChain(createMemoryChain(world, clock, 3)),
    telegram: createTestMessenger(world),
    mailer: createTestMailer(world),
    prices: {
      read: async (coinType) => world.prices.get(coinType) ?? null,
      peek: (coinType) => world.prices.get(coinType) ?? null,
    },
    pictures: NO_PICTURES,
    telemetry: { metrics: createMetrics(), tracing: null },
    world,
  };
}

function createTestMailer(world: TestWorld): Mailer {
  return {
    async send(mail) {
      if (world.mailOutcome === "sent") world.mails.push(mail);
      return world.mailOutcome;
    },
  };
}

/** The same seed gives the same bytes. */
function createSeededRandom(seed: string): Random {
  let block = 0;
  let rest = Buffer.alloc(0);
  return {
    bytes(length) {
      while (rest.length < length) {
        rest = Buffer.concat([rest, createHash("sha256").update(`${seed} ${block}`).digest()]);
        block += 1;
      }
      const bytes = rest.subarray(0, length);
      rest = rest.subarray(length);
      return bytes;
    },
  };
}

function createTestMessenger(world: TestWorld): BotApi {
  return {
    username: "hongbao_test_bot",
    async askMember(chatId, userId) {
      world.questions.push(`${chatId}:${userId}`);
      await world.answerLater();
      if (world.isMessengerDown) return { kind: "unknown", why: "away", retryAfterMs: null };
      const isHidden = world.hiddenChats.has(String(chatId)) && !world.ledChats.has(String(chatId));
      if (isHidden) return { kind: "unknown", why: "hidden", retryAfterMs: null };
      return { kind: world.members.has(`${chatId}:${userId}`) ? "yes" : "no" };
    },
    async countMembers(chatId) {
      world.counted.push(String(chatId));
      return world.isMessengerDown ? null : (world.sizes.get(String(chatId)) ?? null);
    },
    async readChat(chatId) {
      if (world.isMessengerDown) throw new Error("the messenger is unreachable");
      return { title: `Chat ${chatId}`, username: null, isBotAdministrator: world.ledChats.has(String(chatId)) };
    },
    sendMessage: async () => ({ kind: "sent", messageId: 1n }),
    editInlineText: async () => ({ kind: "sent", messageId: 0n }),
    editMessageText: async () => ({ kind: "sent", messageId: 1n }),
    ...SILENT_BOT,
    prepareChatRequest: async () => (world.isMessengerDown ? null : "request-1"),
    prepareShare: async () => (world.isMessengerDown ? null : { preparedMessageId: "prepared-1" }),
  };
}
