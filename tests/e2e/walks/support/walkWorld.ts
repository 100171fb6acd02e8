import { readFileSync } from "node:fs";
import path from "node:path";
import { findFreePort } from "#devnet/process/ports.ts";
import type { CoinType } from "#domain/coins.ts";
import type { Database } from "#server/db/database.ts";
import { openDatabase } from "#server/db/openDatabase.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { waitUntilHolds } from "#tests/support/waitUntilHolds.ts";
import { listGroupPosts } from "../../support/groupPosts.ts";
import { logIn, type ApiUser } from "../../support/logIn.ts";
import { openWorld, type World } from "../../support/world.ts";

const SERVER_FILE = path.join(import.meta.dirname, "movedServer.process.ts");

/** A world whose server the walks change. */
export interface WalkWorld extends World {
  /** Links who opens the app with it to the group. */
  readonly startParam: string;
  /** How old launch data must be to be fresh for the server. */
  readonly ageSeconds: string;
  /** The server as a person of the group asks it. */
  logIn(n: number): Promise<ApiUser>;
  /** What the server seals with. */
  readonly appSecret: string;
  /** What the server writes to. */
  readonly database: Database["kysely"];
  /** By the server's clock. */
  now(): Date;
  /** Moves the server's clock on. */
  advance(ms: number): Promise<void>;
  /** Opens these coins for new sends, and closes all others. */
  openCoins(coins: readonly CoinType[]): Promise<void>;
}

export async function openWalkWorld(settings: Readonly<Record<string, string>> = {}): Promise<WalkWorld> {
  const clockPort = await findFreePort();
  const world = await openWorld({
    settings: { ...settings, CLOCK_PORT: String(clockPort), INSPECTOR: "1" },
    serverFile: SERVER_FILE,
  });
  const change = async (path: string, body: string) => {
    await fetch(`http://127.0.0.1:${String(clockPort)}/${path}`, { method: "POST", body });
  };
  let aheadMs = 0;
  /** Logged in once: the server allows few logins in a minute. */
  const users = new Map<number, Promise<ApiUser>>();
  const readAge = () => String(-Math.floor(aheadMs / 1000));
  const database = await openDatabase({ databaseUrl: world.stack.databaseUrl }, { logger: silentLogger, isTool: true });
  const startParam = await waitUntilHolds(() => readStartParam(world));
  return {
    ...world,
    startParam,
    appSecret: readFileSync(path.join(world.dataDir, "devnet/app-secret"), "utf8").trim(),
    database: database.kysely,
    close: async () => {
      await database.close();
      await world.close();
    },
    get ageSeconds() {
      return readAge();
    },
    logIn: (n) => {
      const user = users.get(n) ?? logIn(world.stack, n, { startParam, ageSeconds: readAge() });
      users.set(n, user);
      return user;
    },
    now: () => new Date(Date.now() + aheadMs),
    advance: async (ms) => {
      aheadMs += ms;
      // A session may be over then.
      users.clear();
      await change("clock", String(ms));
    },
    openCoins: (coins) => change("coins", coins.join()),
  };
}

/** From the bot's greeting in the group; throws before it is there. */
async function readStartParam({ stack }: World): Promise<string> {
  const [greeting] = await listGroupPosts(stack);
  const startParam = new URL(greeting?.buttonUrl ?? "").searchParams.get("startapp");
  if (startParam === null) throw new Error("the greeting leads nowhere");
  return startParam;
}
