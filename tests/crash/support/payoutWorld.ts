import { giveEmail } from "#tests/support/giveEmail.ts";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { computeAddress, hexlify, parseEther, SigningKey, toQuantity, Transaction, Wallet } from "ethers";
import type { components } from "#contract/schema.d.ts";
import { findFreePort } from "#devnet/process/ports.ts";
import { createSession } from "#server/accounts/sessions.ts";
import { hashSecurityCode } from "#server/accounts/securityCode.ts";
import { systemClock } from "#server/clock.ts";
import { openDatabase } from "#server/db/openDatabase.ts";
import { systemRandom } from "#server/random.ts";
import { type Anvil, startAnvil } from "#tests/support/anvil.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { type ServerProcess, startServerProcess } from "#tests/support/serverProcess.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { addUsers } from "#tests/support/story.ts";
import { createTestApp } from "#tests/support/testApp.ts";
import { type Moment, type Question, startDatabaseGate, startGate } from "./gates.ts";
import { createTestClock } from "#tests/support/testClock.ts";

type WirePayout = components["schemas"]["Payout"];

const SHIFT_CLOCK = fileURLToPath(new URL("../../attacks/support/shiftClock.ts", import.meta.url));
const TREASURY_KEY = new SigningKey(`0x${"7".repeat(64)}`);
const TREASURY = computeAddress(TREASURY_KEY);
const CONFIRMATIONS = 3;
const CODE = "Abcdefg1";
const GROSS = "0.05";
const DEPOSIT_BASE = parseEther("0.1");
const ME = { id: 1_000_000_001, is_bot: true, first_name: "Hongbao", username: "hongbao_test_bot" };
/** A dead process's lease of the payouts ends after 15 seconds: the clock of the next one is that much later. */
const LEASE_MS = 16_000;
const LOOK_EVERY_MS = 50;
const SOON_MS = 40_000;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** One person who is paid out once, and whose payout the server dies under. */
export interface Life {
  readonly wallet: string;
  /** Whether a transaction pays this person's wallet. */
  isOwn(txHash: string): boolean;
  /** Has the payout made and answers its id. Null where the server died under it. */
  ask(): Promise<string | null>;
  /** Kills the server the first time that this holds, and ends then. */
  die(isNow: (moment: Moment, question: Question, answer: string) => boolean): Promise<void>;
  /** Kills the server at once. */
  kill(): Promise<void>;
  /** Waits until the app shows this status. */
  see(status: WirePayout["status"]): Promise<void>;
  mine(blocks: number): Promise<void>;
  /** Waits until every node was handed a transaction to this wallet. */
  seeSent(): Promise<void>;
  /** Whether the bot tells this person about a payout. */
  isTold(question: Question): boolean;
}

/** Takes what ends something that was started; the last one started ends first. */
export type OnEnd = (end: () => Promise<unknown>) => void;

export interface PayoutWorld {
  /** Lets a payout begin and dies where `script` says; then the server is started again and ends what it began. */
  live(tgUserId: bigint, script: (life: Life) => Promise<void>): Promise<Ending>;
  /** Ends the server and answers what its books and the chain say. */
  audit(): Promise<Outcome>;
}

export interface Ending {
  payouts: readonly WirePayout[];
  /** What has arrived at the wallet, as an amount of the whole coin. */
  arrivedBase: bigint;
}

export interface Outcome {
  breaches: readonly string[];
  /** What the chain holds beyond the ledger's treasury, in base units. */
  beyondBooksBase: bigint;
  /** Transactions that the treasury has sent. */
  sentCount: number;
}

/**
 * An unmodified server process between gates: in front of two nodes, the signer, the messenger and, where it is a
 * server, the database. Each person has a proven wallet, a security code and a balance.
 */
export async function openPayoutWorld(people: readonly bigint[], onEnd: OnEnd): Promise<PayoutWorld> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "hongbao-crash-"));
  onEnd(() => rm(folder, { recursive: true, force: true }));
  const clockFile = path.join(folder, "clock");
  let shiftMs = 0;
  await writeFile(clockFile, "0");
  const anvil = await startBlocks();
  onEnd(() => anvil.stop());
  const test = await createTestDatabase();
  onEnd(() => test.remove());
  const { bearers, wallets } = await preparePeople(test.location, people);

  let server: ServerProcess | null = null;
  let isDoomed: (moment: Moment, question: Question, answer: string) => boolean = () => false;
  let onDeath: () => void = () => undefined;
  const transactions: { to: string; txHash: string }[] = [];

  const keep = (moment: Moment, question: Question, answer: string): boolean => {
    if (moment === "asked" && question.name === "eth_sendRawTransaction") {
      const { to, hash } = Transaction.from(readParams(question.text)[0] as string);
      transactions.push({ to: to ?? "", txHash: hash ?? "" });
    }
    if (server === null || !isDoomed(moment, question, answer)) return server !== null;
    const doomed = server;
    server = null;
    isDoomed = () => false;
    void doomed.kill().then(onDeath);
    return false;
  };
  const startNode = () =>
    startGate(
      {
        of: "node",
        readName: (_, text) => (JSON.parse(text) as { method: string }).method,
        answer: async (_, body) => (await fetch(anvil.rpcUrl, { method: "POST", headers: JSON_TYPE, body })).text(),
      },
      keep,
    );
  const nodes = [await startNode(), await startNode()];
  const signer = await startGate({ of: "signer", readName: () => "sign", answer: async (_, text) => sign(text) }, keep);
  const messenger = await startGate(
    { of: "messenger", readName: (route) => route.split("/").at(-1) ?? "", answer: (route) => answerBot(route) },
    keep,
  );
  const database =
    "DATABASE_URL" in test.environment ? await startDatabaseGate(test.environment.DATABASE_URL, keep) : null;
  for (const gate of [...nodes, signer, messenger, ...(database === null ? [] : [database])]) onEnd(() => gate.stop());
  onEnd(async () => server?.kill());
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const adminPort = await findFreePort();

  async function start(): Promise<void> {
    await writeFile(clockFile, String(shiftMs));
    shiftMs += LEASE_MS;
    // The gates let it through from its first question on.
    server = UNBORN;
    server = await startServerProcess(
      {
        ...test.environment,
        ...(database === null ? {} : { DATABASE_URL: database.url }),
        ADMIN_PORT: String(adminPort),
        BOT_API_URL: messenger.url,
        COINS: "eth",
        ETH_RPC_URLS: nodes.map((node) => node.url).join(","),
        ETH_TREASURY_ADDRESS: TREASURY,
        ETH_SIGNER_URL: signer.url,
        ETH_SIGNER_TOKEN: "the signer's token",
        ETH_CONFIRMATIONS: String(CONFIRMATIONS),
        NODE_OPTIONS: `--import=${SHIFT_CLOCK}`,
        CLOCK_SHIFT_FILE: clockFile,
      },
      port,
    );
  }

  async function call<T>(tgUserId: bigint, name: string, body?: object): Promise<T> {
    const response = await fetch(`${url}/api/v1/${name}`, {
      headers: { ...JSON_TYPE, authorization: `Bearer ${bearers.get(tgUserId)}` },
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as { data: T | null; error?: string };
    if (answer.data === null) throw new Error(`${name}: ${answer.error}`);
    return answer.data;
  }
  const listPayouts = async (tgUserId: bigint) =>
    (await call<{ items: readonly WirePayout[] }>(tgUserId, "wallet/payouts")).items;
  const readChainBalance = async (address: string) =>
    BigInt(String(await anvil.call("eth_getBalance", [address, "latest"])));

  async function until(isTrue: () => Promise<boolean>, name: string): Promise<void> {
    for (const endMs = Date.now() + SOON_MS; !(await isTrue()); await pause(LOOK_EVERY_MS)) {
      if (Date.now() > endMs) throw new Error(`too late: ${name}`);
    }
  }

  function createLife(tgUserId: bigint): Life {
    const wallet = wallets.get(tgUserId)?.address ?? "";
    const own = () => transactions.filter(({ to }) => to === wallet);
    return {
      wallet,
      isOwn: (txHash) => own().some((sent) => sent.txHash === txHash),
      seeSent: () => until(async () => own().length >= nodes.length, "a transaction"),
      isTold: ({ name, text }) =>
        name === "sendMessage" && text.includes(String(tgUserId)) && text.includes("startapp=p_"),
      async ask() {
        try {
          const { quoteId } = await call<{ quoteId: string }>(
            tgUserId,
            `wallet/payoutQuote?coinType=eth&amount=${GROSS}`,
          );
          const body = { quoteId, securityCode: CODE };
          return (await call<{ payout: WirePayout }>(tgUserId, "wallet/payout", body)).payout.payoutId;
        } catch (error) {
          if (server !== null) throw error;
          return null;
        }
      },
      async die(isNow) {
        await new Promise<void>((resolve, reject) => {
          const late = setTimeout(() => reject(new Error("the server reached no such place")), SOON_MS);
          onDeath = () => {
            clearTimeout(late);
            resolve();
          };
          isDoomed = isNow;
        });
      },
      async kill() {
        const doomed = server;
        server = null;
        await doomed?.kill();
      },
      see: (status) =>
        until(async () => (await listPayouts(tgUserId)).some((payout) => payout.status === status), status),
      mine: (blocks) => anvil.mine(blocks),
    };
  }

  await start();
  for (const wallet of wallets.values()) {
    await anvil.call("anvil_setBalance", [wallet.address, toQuantity(DEPOSIT_BASE * 2n)]);
    await anvil.pay(wallet, TREASURY, DEPOSIT_BASE);
  }
  await anvil.mine(CONFIRMATIONS + 2);
  for (const tgUserId of people) {
    const readBalance = () => call<{ balance: string }>(tgUserId, "user/accountAmountInfo?coinType=eth");
    await until(async () => (await readBalance()).balance === "0.1", "the deposits");
  }

  return {
    async live(tgUserId, script) {
      const life = createLife(tgUserId);
      const before = await readChainBalance(life.wallet);
      await script(life);
      if (server !== null) throw new Error("the server was not killed");
      await start();
      if ((await listPayouts(tgUserId)).length === 0) await life.ask();
      await until(async () => {
        await anvil.mine(1);
        return (await listPayouts(tgUserId)).every(({ status }) => status === "paid");
      }, "the end of the payout");
      return { payouts: await listPayouts(tgUserId), arrivedBase: (await readChainBalance(life.wallet)) - before };
    },
    async audit() {
      await server?.stop();
      server = null;
      const opened = await openDatabase(test.location, { logger: silentLogger });
      try {
        const booked = await opened.kysely
          .selectFrom("ledger_entry")
          .select((select) => select.fn.sum<bigint>("amount_base").as("sum"))
          .where("account", "=", "treasury:eth")
          .executeTakeFirstOrThrow();
        return {
          breaches: await findBreaches(opened),
          beyondBooksBase: (await readChainBalance(TREASURY)) + booked.sum,
          sentCount: Number(await anvil.call("eth_getTransactionCount", [TREASURY, "latest"])),
        };
      } finally {
        await opened.close();
      }
    },
  };
}

const JSON_TYPE = { "content-type": "application/json" };
/** Stands for a process that is starting. */
const UNBORN: ServerProcess = { url: "", kill: async () => undefined, stop: async () => undefined };

/** A chain at the time of this machine, so that its newest block is not old to the server. */
function startBlocks(): Promise<Anvil> {
  return startAnvil(createTestClock(Date.now()));
}

async function preparePeople(location: Parameters<typeof openDatabase>[0], people: readonly bigint[]) {
  const opened = await openDatabase(location, { logger: silentLogger });
  try {
    const app = { ...createTestApp(opened, "crash"), clock: systemClock, random: systemRandom };
    const at = systemClock.now();
    await addUsers(app, people);
    for (const person of people) await giveEmail(opened.kysely, person, `person${person}@example.com`);
    await opened.kysely
      .updateTable("tg_user")
      .set({
        security_code_hash: await hashSecurityCode(CODE, systemRandom),
        allows_write_to_pm: true,
      })
      .execute();
    // Every block counts from the first one on, whenever the server begins to read.
    await opened.kysely
      .insertInto("chain_cursor")
      .values({ coin_type: "eth", settled_position: 0n, head_position: 0n, updated_at: at })
      .execute();
    const bearers = new Map<bigint, string>();
    const wallets = new Map<bigint, Wallet>();
    for (const tgUserId of people) {
      bearers.set(tgUserId, (await createSession(app, tgUserId)).token);
      const wallet = new Wallet(Wallet.createRandom().privateKey);
      wallets.set(tgUserId, wallet);
      await opened.kysely
        .insertInto("wallet")
        .values({
          wallet_id: `wallet-${tgUserId}`,
          tg_user_id: tgUserId,
          type: "ETH",
          address: wallet.address,
          address_key: wallet.address.toLowerCase(),
          proven_at: at,
          created_at: at,
        })
        .execute();
    }
    return { bearers, wallets };
  } finally {
    await opened.close();
  }
}

/** Signs as docs/operations.md asks a signer to. */
function sign(text: string): string {
  const { bytes } = JSON.parse(text) as { bytes: string };
  return JSON.stringify({ signature: hexlify(TREASURY_KEY.sign(bytes).serialized) });
}

async function answerBot(route: string): Promise<string> {
  const method = route.split("/").at(-1);
  if (method === "getUpdates") await pause(1_000);
  const results: Readonly<Record<string, unknown>> = {
    getMe: ME,
    getUpdates: [],
    sendMessage: { message_id: 1, date: 1, chat: { id: 1, type: "private" } },
  };
  return JSON.stringify({ ok: true, result: results[method ?? ""] ?? true });
}

export function readParams(text: string): readonly unknown[] {
  return (JSON.parse(text) as { params: unknown[] }).params;
}
