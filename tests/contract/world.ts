import type { FastifyInstance } from "fastify";
import { ERRORS, type ErrorKey } from "#contract/errors.ts";
import type { OperationId } from "#contract/operations.ts";
import type { App } from "#server/app.ts";
import { trustClock } from "#server/clockGuard.ts";
import { readConfig } from "#server/config.ts";
import { buildHttp } from "#server/http/buildHttp.ts";
import { createAuthority } from "#server/http/authenticate.ts";
import { handlers } from "#server/http/handlers.ts";
import { type OperationContract, readContract } from "#server/http/readContract.ts";
import { createLogger } from "#server/logger.ts";
import { systemRandom } from "#server/random.ts";
import { SILENT_BOT } from "#tests/support/silentBot.ts";
import { createMetrics } from "#server/telemetry/metrics.ts";
import { NO_PRICES } from "#server/prices/prices.ts";
import { NO_PICTURES } from "#tests/support/noPictures.ts";
import { openTestDatabase } from "../support/database.ts";
import { makeInitData } from "../support/initData.ts";
import {
  type MemoryChain,
  type MemoryChainState,
  createIdlePayouts,
  createMemoryChain,
} from "#tests/support/chains/memoryChain.ts";
import { linkChain } from "#tests/support/linkChain.ts";

const BOT_TOKEN = "4242:contract-test-token";

export interface Ask {
  bearer?: string;
  code?: string;
  query?: Readonly<Record<string, unknown>>;
  /** A string is sent as it is, anything else as JSON; omitted: no body. */
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  ip?: string;
}

export interface Answer {
  status: number;
  code: number;
  error: ErrorKey | null;
  data: unknown;
}

/** A server over a fresh database, with a chain and a messenger that the test controls. */
export interface World {
  app: App;
  chain: MemoryChain;
  chainState: MemoryChainState;
  contract: ReadonlyMap<OperationId, OperationContract>;
  /** The answers of each call so far: error keys, and "ok". */
  seen: ReadonlyMap<OperationId, ReadonlySet<string>>;
  ask(operationId: OperationId, ask?: Ask): Promise<Answer>;
  /** Logs a person in and returns the bearer. */
  logIn(tgUserId: number): Promise<string>;
  makeInitData(tgUserId: number, authDate?: Date): string;
  advance(milliseconds: number): void;
  /** The code in the newest mail to an address. */
  readMailedCode(email: string): string;
  breakMail(isDown: boolean): void;
  /** `<chat>:<user>` of people who are in none of the chats that they are asked to be in. */
  outsiders: Set<string>;
  /** Chats in which the bot is an administrator. */
  ledChats: Set<bigint>;
  /** Chats whose members the messenger does not tell. */
  silentChats: Set<bigint>;
  close(): Promise<void>;
}

export async function createWorld(): Promise<World> {
  let now = new Date("2026-11-20T12:00:00Z");
  const clock = { now: () => now };
  const state: MemoryChainState = {
    balances: new Map(),
    contracts: new Set(),
    wrongClocks: new Set(),
    isChainDown: false,
  };
  const chain = createMemoryChain(state, clock, 1);
  chain.payouts = createIdlePayouts(state);
  const database = await openTestDatabase();
  const failures: string[] = [];
  const mailedCodes = new Map<string, string>();
  let isMailDown = false;
  const outsiders = new Set<string>();
  const ledChats = new Set<bigint>();
  const silentChats = new Set<bigint>();
  const app: App = {
    config: readConfig({
      NODE_ENV: "development",
      PUBLIC_URL: "http://localhost:8080",
      DATABASE_URL: "postgres://localhost/unused",
      APP_SECRET: "contract-test-secret-0123456789abcdef",
      BOT_TOKEN,
      COINS: "eth",
      STATEMENT_KEY: "5".repeat(64),
      ETH_RPC_URLS: "http://localhost:1",
      ETH_TREASURY_KEY: `0x${"1".repeat(64)}`,
    }),
    clock,
    clockGuard: trustClock(clock),
    random: systemRandom,
    database,
    logger: createLogger({ level: "error", clock, secrets: [], write: (line) => failures.push(line) }),
    chains: linkChain(chain),
    prices: NO_PRICES,
    pictures: NO_PICTURES,
    telemetry: { metrics: createMetrics(), tracing: null },
    telegram: {
      username: "contract_test_bot",
      askMember: async (chatId, userId) =>
        silentChats.has(chatId)
          ? { kind: "unknown", why: "away", retryAfterMs: null }
          : { kind: outsiders.has(`${chatId}:${userId}`) ? "no" : "yes" },
      countMembers: async (chatId) => (silentChats.has(chatId) ? null : 12),
      readChat: async (chatId) => ({ title: "A chat", username: null, isBotAdministrator: ledChats.has(chatId) }),
      sendMessage: () => Promise.resolve({ kind: "sent", messageId: 1n }),
      editInlineText: () => Promise.resolve({ kind: "sent", messageId: 0n }),
      editMessageText: () => Promise.resolve({ kind: "sent", messageId: 1n }),
      ...SILENT_BOT,
      prepareChatRequest: () => Promise.resolve("request"),
      prepareShare: () => Promise.resolve({ preparedMessageId: "prepared" }),
    },
    mailer: {
      async send({ to, text }) {
        if (isMailDown) return "unavailable";
        mailedCodes.set(to, /\b[0-9]{6}\b/.exec(text)?.[0] ?? "");
        return "sent";
      },
    },
  };
  const server: FastifyInstance = await buildHttp(app, {
    handlers,
    authority: createAuthority(app),
    checkResponses: true,
  });
  const contract = new Map((await readContract()).map((operation) => [operation.operationId, operation]));
  const seen = new Map<OperationId, Set<string>>([...contract.keys()].map((id) => [id, new Set()]));

  function readOperation(operationId: OperationId): OperationContract {
    const operation = contract.get(operationId);
    if (operation === undefined) throw new Error(`no call ${operationId}`);
    return operation;
  }

  async function ask(
    operationId: OperationId,
    { bearer, code, query = {}, body, headers = {}, ip = "203.0.113.1" }: Ask = {},
  ): Promise<Answer> {
    const operation = readOperation(operationId);
    const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString();
    const answer = await server.inject({
      method: operation.method,
      url: `${operation.url}${search === "" ? "" : `?${search}`}`,
      remoteAddress: ip,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        ...(code === undefined ? {} : { "x-external-payment-code": code }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const parsed = checkShape(operation, answer.statusCode, answer.body, failures.at(-1));
    if (parsed.error === "tooManyTries" && !/^[1-9][0-9]*$/.test(String(answer.headers["retry-after"]))) {
      throw new Error(`${operationId}: tooManyTries without Retry-After`);
    }
    seen.get(operationId)?.add(parsed.error ?? "ok");
    return parsed;
  }

  const world: World = {
    app,
    chain,
    chainState: state,
    contract,
    seen,
    ask,
    async logIn(tgUserId) {
      const answer = await ask("telegramAuth", { body: { initData: world.makeInitData(tgUserId) } });
      if (answer.status !== 200) throw new Error(`login failed: ${answer.error}`);
      return (answer.data as { token: string }).token;
    },
    makeInitData(tgUserId, authDate = now) {
      const person = { id: tgUserId, firstName: `Person ${tgUserId}` };
      return makeInitData({ botToken: BOT_TOKEN, person, authDate });
    },
    advance(milliseconds) {
      now = new Date(now.getTime() + milliseconds);
    },
    readMailedCode(email) {
      const code = mailedCodes.get(email);
      if (code === undefined) throw new Error("no mail went to this address");
      return code;
    },
    outsiders,
    ledChats,
    silentChats,
    breakMail(isDown) {
      isMailDown = isDown;
    },
    async close() {
      await server.close();
      await database.close();
    },
  };
  return world;
}

/** Errors that say more than their text. */
const ERRORS_WITH_DATA: ReadonlySet<ErrorKey> = new Set(["spendingBlocked", "membersOnly", "botNotAdministrator"]);

/** Errors that say more only of some things, and their calls. */
const SOMETIMES_WITH_DATA: Partial<Record<ErrorKey, OperationId>> = { notAvailable: "closeEnvelope" };

/** Parses an answer and fails if openapi.yaml does not declare it for this call. */
function checkShape(
  { operationId, errors, responses }: OperationContract,
  status: number,
  text: string,
  log = "",
): Answer {
  const fail = (problem: string) => new Error(`${operationId} answered ${status}: ${problem}\n${text}\n${log}`);
  const body = JSON.parse(text) as { code: number; msg: unknown; data: unknown; error?: ErrorKey };
  if (!(status in responses)) throw fail("an undeclared status");
  if (typeof body.msg !== "string" || body.msg === "") throw fail("no msg");
  if (status === 200) {
    if (body.code !== 200 || "error" in body) throw fail("a success with another code");
    return { status, code: body.code, error: null, data: body.data };
  }
  const { error } = body;
  if (error === undefined || !errors.includes(error)) throw fail("an undeclared error");
  if (ERRORS[error].status !== status || ERRORS[error].code !== body.code)
    throw fail("status or code of another error");
  const hasData = body.data !== null;
  const isOptional = SOMETIMES_WITH_DATA[error] === operationId;
  if (!isOptional && hasData !== ERRORS_WITH_DATA.has(error))
    throw fail("an error with data that it should not have, or without");
  return { status, code: body.code, error, data: null };
}
