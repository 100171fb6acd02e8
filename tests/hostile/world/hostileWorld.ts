import { mkdir, mkdtemp, rm } from "node:fs/promises";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import type { DevnetInfo } from "#devnet/gateway/gatewaySettings.ts";
import { findFreePort } from "#devnet/process/ports.ts";
import type { Child } from "#devnet/process/startChild.ts";
import { startDevnet } from "#devnet/startDevnet.ts";
import { COIN_TYPES, type CoinType } from "#domain/coins.ts";
import type { BeaconChain } from "#domain/draw/beacon.ts";
import type { Database } from "#server/db/database.ts";
import { openDatabase } from "#server/db/openDatabase.ts";
import { PROGRAM_ENVIRONMENT } from "#tests/support/programEnvironment.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { type Door, startDoor } from "./door.ts";
import { type HostileDatabase, startHostileDatabase } from "./hostileDatabase.ts";
import { type Line, startLine } from "./line.ts";
import { startTwoServers, type TwoServers } from "./twoServers.ts";

/** Short lives, so that a run sees their ends. */
export const LIFETIMES_S = { ENVELOPE_TTL_S: 25, ORDER_TTL_S: 25, ORDER_GRACE_S: 10 };
const NODES: Readonly<Record<CoinType, string>> = {
  eth: "ETH_RPC_URLS",
  sol: "SOL_RPC_URLS",
  tron: "TRON_API_URLS",
  ton: "TON_API_URLS",
  usdt: "TON_API_URLS",
};
/** Nobody reaches them: what a limit holds waits for an operator, and there is none here. */
const DAY_LIMITS = { SOL_PAYOUT_DAY_LIMIT: "100", TON_PAYOUT_DAY_LIMIT: "100" };
const SECRET = "a secret of the tests with forty letters";

/** The beacon of draws, told by two relays. */
interface HostileBeacon {
  readonly chain: BeaconChain;
  readonly relays: readonly [Door, Door];
  /** Where it is told how to behave: what it does, both relays tell. */
  readonly url: string;
}

/** The product in two processes between stand-ins that faults can reach. */
export interface HostileWorld {
  readonly info: DevnetInfo;
  readonly botToken: string;
  readonly servers: TwoServers;
  readonly database: HostileDatabase;
  /** Two nodes of each chain. */
  readonly nodes: Readonly<Record<CoinType, readonly [Door, Door]>>;
  readonly messenger: Door;
  readonly prices: Door;
  readonly beacon: HostileBeacon;
  readonly mail: Line;
  /** Where each chain is asked for the truth. */
  readonly honestUrls: Readonly<Record<CoinType, string>>;
  withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

/** @param bug the name of a planted one */
export async function openHostileWorld(bug: string | null = null): Promise<HostileWorld> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "hongbao-hostile-"));
  const children: Child[] = [];
  const ends: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const end of ends.toReversed()) await end();
    for (const child of children.toReversed()) await child.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const databaseFolder = path.join(folder, "database");
    await mkdir(databaseFolder, { mode: 0o755 });
    const [devnet, database] = await Promise.all([
      startDevnet({
        gatewayOrigin: `http://localhost:${await findFreePort()}`,
        folder,
        env: PROGRAM_ENVIRONMENT,
        onChild: (child) => children.push(child),
      }),
      startHostileDatabase(databaseFolder),
    ]);
    ends.push(() => database.stop());
    const env = devnet.serverEnv;
    const open = async (url: string): Promise<Door> => {
      const door = await startDoor(url);
      ends.push(() => door.stop());
      return door;
    };
    const honestUrls = Object.fromEntries(COIN_TYPES.map((coin) => [coin, env[NODES[coin]]?.split(",")[0] ?? ""]));
    // Coins of one network are read from the same nodes.
    const doors = new Map(
      await Promise.all(
        [...new Set(Object.values(NODES))].map(async (setting) => {
          const [url = ""] = env[setting]?.split(",") ?? [];
          return [setting, [await open(url), await open(url)]] as const;
        }),
      ),
    );
    const nodes = Object.fromEntries(COIN_TYPES.map((coin) => [coin, doors.get(NODES[coin])])) as Record<
      CoinType,
      readonly [Door, Door]
    >;
    const [messenger, prices] = [await open(env["BOT_API_URL"] ?? ""), await open(devnet.info.prices?.url ?? "")];
    const beaconUrl = env["BEACON_URLS"] ?? "";
    const beacon: HostileBeacon = {
      chain: readChain(env["BEACON_CHAIN"] ?? ""),
      relays: [await open(beaconUrl), await open(beaconUrl)],
      url: beaconUrl,
    };
    const mailUrl = new URL(env["SMTP_URL"] ?? "");
    const mail = await startLine(() => net.connect(Number(mailUrl.port), mailUrl.hostname));
    ends.push(async () => mail.stop());
    const servers = await startTwoServers({
      folder,
      bug,
      settings: {
        ...env,
        ...Object.fromEntries(COIN_TYPES.map((coin) => [NODES[coin], nodes[coin].map(({ url }) => url).join(",")])),
        ...Object.fromEntries(Object.entries(LIFETIMES_S).map(([name, value]) => [name, String(value)])),
        ...DAY_LIMITS,
        COINS: COIN_TYPES.join(","),
        APP_SECRET: SECRET,
        DATABASE_URL: database.url,
        BOT_API_URL: messenger.url,
        PRICE_API_URL: prices.url,
        BEACON_URLS: beacon.relays.map(({ url }) => url).join(","),
        SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
        ADMIN_PORT: "0",
        TRUSTED_PROXIES: "127.0.0.1",
      },
    });
    ends.push(() => servers.stop());
    const inboxUrl = `http://127.0.0.1:${devnet.mailPort}/devnet/mail/messages`;
    return {
      info: { ...devnet.info, mail: devnet.info.mail === null ? null : { ...devnet.info.mail, inboxUrl } },
      botToken: env["BOT_TOKEN"] ?? "",
      servers,
      database,
      nodes,
      messenger,
      prices,
      beacon,
      mail,
      honestUrls: honestUrls as Record<CoinType, string>,
      async withDatabase(work) {
        const opened = await openDatabase({ databaseUrl: database.url }, { logger: silentLogger, isTool: true });
        try {
          return await work(opened);
        } finally {
          await opened.close();
        }
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** As the setting is written. */
function readChain(text: string): BeaconChain {
  const [hash = "", publicKey = "", genesisS, periodS] = text.split(",");
  return { hash, publicKey, genesisS: Number(genesisS), periodS: Number(periodS) };
}
