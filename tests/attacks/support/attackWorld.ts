import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { OperationId } from "#contract/operations.ts";
import type { DevnetInfo } from "#devnet/gateway/gatewaySettings.ts";
import { findFreePort } from "#devnet/process/ports.ts";
import type { Child } from "#devnet/process/startChild.ts";
import { startDevnet } from "#devnet/startDevnet.ts";
import type { Database } from "#server/db/database.ts";
import { openDatabase } from "#server/db/openDatabase.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { makeInitData } from "#tests/support/initData.ts";
import { listCoins } from "#tests/support/listCoins.ts";
import { PROGRAM_ENVIRONMENT } from "#tests/support/programEnvironment.ts";
import { startServerProcess } from "#tests/support/serverProcess.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { type Ask, askServer, type Reply } from "./askServer.ts";
import { writeClockShift } from "./writeClockShift.ts";

const LOOK_EVERY_MS = 10;
const SHIFT_CLOCK = fileURLToPath(new URL("shiftClock.ts", import.meta.url));

/**
 * An unmodified server process between stand-ins of the messenger, Ethereum and a mail server, with its own database.
 */
export interface AttackWorld {
  readonly url: string;
  readonly info: DevnetInfo;
  ask<Op extends OperationId>(operationId: Op, ask?: Ask<Op>): Promise<Reply<Op>>;
  /** Launch data as the messenger signs it for a person, at the true time by default. */
  signLaunch(tgUserId: number, authDate?: Date, fields?: Readonly<Record<string, string>>): string;
  /** Logs a person in, by a link with a start parameter where one is given, and returns the bearer. */
  logIn(tgUserId: number, startParam?: string): Promise<string>;
  /** A series of the server's metrics, e.g. `hongbao_orders{status="paid"}`; null where there is none. */
  readMetric(series: string): Promise<bigint | null>;
  /** Shifts the running server's clock by this many milliseconds. */
  shiftClock(shiftMs: number): Promise<void>;
  /** Kills the server. */
  kill(): Promise<void>;
  /** Starts the server again on the same database and address, with other settings if given. */
  restart(settings?: Readonly<Record<string, string>>): Promise<void>;
  /** Opens the server's database. */
  withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * Starts a world. `settings` override those of the stand-ins.
 * @param given an empty database of the test's own
 */
export async function openAttackWorld(
  settings: Readonly<Record<string, string>> = {},
  given?: TestDatabase,
): Promise<AttackWorld> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "hongbao-attack-"));
  const clockFile = path.join(folder, "clock");
  await writeFile(clockFile, "0");
  const children: Child[] = [];
  const adminPort = await findFreePort();
  const database = given ?? (await createTestDatabase());
  const devnet = await startDevnet({
    gatewayOrigin: `http://localhost:${await findFreePort()}`,
    folder,
    env: PROGRAM_ENVIRONMENT,
    coins: listCoins(settings["COINS"] ?? "eth"),
    onChild: (child) => children.push(child),
  });
  // There is no gateway here, so the inbox is read directly.
  const inboxUrl = `http://127.0.0.1:${devnet.mailPort}/devnet/mail/messages`;
  const mail = devnet.info.mail === null ? null : { ...devnet.info.mail, inboxUrl };
  const fixed = {
    ...devnet.serverEnv,
    ...database.environment,
    COINS: "eth",
    ADMIN_PORT: String(adminPort),
    TRUSTED_PROXIES: "127.0.0.1",
    NODE_OPTIONS: `--import=${SHIFT_CLOCK}`,
    CLOCK_SHIFT_FILE: clockFile,
  };
  let server = await startServerProcess({ ...fixed, ...settings });
  let isRunning = true;
  const { url } = server;

  const ask = <Op extends OperationId>(operationId: Op, asked: Ask<Op> = {}) => askServer(url, operationId, asked);

  function signLaunch(tgUserId: number, authDate = new Date(), fields: Readonly<Record<string, string>> = {}): string {
    const person = { id: tgUserId, firstName: `Person ${tgUserId}` };
    return makeInitData({ botToken: devnet.serverEnv["BOT_TOKEN"] ?? "", person, authDate, fields });
  }

  return {
    url,
    info: { ...devnet.info, mail },
    ask,
    signLaunch,
    async logIn(tgUserId, startParam) {
      const fields = Object.entries({ start_param: startParam ?? "" }).filter(([, value]) => value !== "");
      const initData = signLaunch(tgUserId, new Date(), Object.fromEntries(fields));
      const { data, error } = await ask("telegramAuth", { body: { initData } });
      if (data === null) throw new Error(`the login was refused: ${error}`);
      return data.token;
    },
    async readMetric(series) {
      const text = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text();
      const line = text.split("\n").find((candidate) => candidate.startsWith(`${series} `));
      return line === undefined ? null : BigInt(line.slice(series.length + 1));
    },
    async shiftClock(shiftMs) {
      await writeClockShift(clockFile, shiftMs);
      if (!isRunning) return;
      while ((await readFile(`${clockFile}.shifted`, "utf8")) !== String(shiftMs)) {
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      }
    },
    async kill() {
      isRunning = false;
      await server.kill();
    },
    async restart(changed = {}) {
      isRunning = false;
      await server.stop();
      server = await startServerProcess({ ...fixed, ...settings, ...changed }, Number(new URL(url).port));
      isRunning = true;
    },
    async withDatabase(work) {
      const opened = await openDatabase(database.location, { logger: silentLogger });
      try {
        return await work(opened);
      } finally {
        await opened.close();
      }
    },
    async close() {
      await server.stop();
      for (const child of children.toReversed()) await child.stop();
      await database.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
