import { setTimeout as wait } from "node:timers/promises";
import { COIN_TYPES, COINS, type CoinType } from "#domain/coins.ts";
import { coinsOfWallet } from "#domain/coinsOfWallet.ts";
import { callJsonRpc } from "#server/chains/jsonRpc.ts";
import { CUT, delay, type Door, freeze, type Mood, refuse, rewrite } from "./world/door.ts";
import type { Line } from "./world/line.ts";
import type { HostileWorld } from "./world/hostileWorld.ts";

/** Something that goes wrong for a while. */
interface Fault {
  name: string;
  /** Of what it takes: one fault at a time has it. */
  place: string;
  /** Answers how it ends; undefined where it is over at once. */
  begin(world: HostileWorld, chance: () => number): Promise<(() => Promise<void> | void) | void>;
}

const LASTS_MS = { least: 1_000, more: 5_000 };
const PAUSE_MS = { least: 300, more: 1_500 };

const LOOKUPS =
  /^(eth_getTransactionByHash|eth_getTransactionReceipt|getTransaction|gettransactionbyid|gettransactioninfobyid)$/;
/** What tells a node's chain. */
const IDENTITY: readonly (readonly [pattern: RegExp, other: string])[] = [
  [/("result"\s*:\s*")0x7a69"/, '$10x1"'],
  [/("result"\s*:\s*")[1-9A-HJ-NP-Za-km-z]{43,44}"/, '$15eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d"'],
  [/("global_id"\s*:\s*)-?\d+/g, "$1-239"],
  [
    /("blockID"\s*:\s*")0000000000000000[0-9a-f]{48}"/,
    '$100000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc"',
  ],
];

const tellNothing: Mood = rewrite(({ name }, body) =>
  LOOKUPS.test(name) ? (body.includes('"jsonrpc"') ? '{"jsonrpc":"2.0","id":1,"result":null}' : "{}") : body,
);
/** Ten times of everything. */
const tellMore: Mood = rewrite((_, body) =>
  body
    .replace(/"(amount|lamports|call_value)"\s*:\s*(\d+)/g, '"$1":$20')
    .replace(/"value"\s*:\s*"(0x[1-9a-f][0-9a-f]*)"/g, '"value":"$10"')
    .replace(/"value"\s*:\s*"([1-9]\d*)"/g, '"value":"$10"'),
);
const tellOtherChain: Mood = rewrite((_, body) => {
  let told = body;
  for (const [pattern, other] of IDENTITY) told = told.replace(pattern, other);
  return told;
});

const moods: readonly (readonly [name: string, make: () => Mood])[] = [
  ["is away", () => CUT],
  ["is slow", () => delay(2_500)],
  ["is overloaded", () => refuse(429)],
  ["fails", () => refuse(500)],
  ["answers nonsense", () => refuse(200, "<html>")],
  ["stands still", freeze],
  ["forgets transactions", () => tellNothing],
  ["tells larger amounts", () => tellMore],
  ["is of another chain", () => tellOtherChain],
];

function setMood(door: Door, mood: Mood) {
  door.mood = mood;
  return () => {
    door.mood = null;
  };
}

function takeDown(line: Line) {
  line.isDown = true;
  line.cut();
  return () => {
    line.isDown = false;
  };
}

/** One coin of each network: its others are read from the same nodes. */
const OWN_COINS = COIN_TYPES.filter((coin) => coinsOfWallet(COINS[coin].walletType)[0] === coin);
const ofNodes = OWN_COINS.flatMap((coinType) =>
  moods.map(([name, make]): Fault => ({
    name: `a node of ${coinType} ${name}`,
    place: coinType,
    begin: async ({ nodes }, chance) => setMood(nodes[coinType][chance() < 0.5 ? 0 : 1], make()),
  })),
);

const ofChains = OWN_COINS.map((coinType: CoinType): Fault => ({
  name: `both nodes of ${coinType} are away`,
  place: coinType,
  begin: async ({ nodes }) => {
    const ends = nodes[coinType].map((door) => setMood(door, CUT));
    return () => {
      for (const end of ends) end();
    };
  },
}));

const ofProcesses = [0, 1].flatMap((index): Fault[] => [
  {
    name: `process ${String(index)} is killed`,
    place: `process ${String(index)}`,
    begin: ({ servers }) => servers.kill(index),
  },
  {
    name: `the clock of process ${String(index)} jumps`,
    place: `clock ${String(index)}`,
    begin: async ({ servers }, chance) => {
      const jumps = [-600_000, -20_000, 20_000, 600_000];
      await servers.shiftClock(index, jumps[Math.floor(chance() * jumps.length)] ?? 0);
      return () => servers.shiftClock(index, 0);
    },
  },
]);

const ofDatabase: readonly Fault[] = [
  { name: "the database is killed", place: "database", begin: ({ database }) => database.kill() },
  {
    name: "the lines to the database are cut",
    place: "line",
    begin: async ({ database }) => database.line.cut(),
  },
  {
    name: "the database cannot be reached",
    place: "line",
    begin: async ({ database }) => takeDown(database.line),
  },
  {
    name: "the disk is full",
    place: "database",
    begin: async ({ database }) => database.fill() ?? undefined,
  },
];

const ofOthers: readonly Fault[] = [
  ...[429, 500, 502].map((status): Fault => ({
    name: `the messenger answers ${String(status)}`,
    place: "messenger",
    begin: async ({ messenger }) =>
      setMood(
        messenger,
        refuse(
          status,
          JSON.stringify({ ok: false, error_code: status, description: "no", parameters: { retry_after: 1 } }),
        ),
      ),
  })),
  { name: "the messenger is away", place: "messenger", begin: async ({ messenger }) => setMood(messenger, CUT) },
  { name: "prices are away", place: "prices", begin: async ({ prices }) => setMood(prices, CUT) },
  {
    name: "prices are absurd",
    place: "prices",
    begin: async ({ prices }) =>
      setMood(
        prices,
        rewrite((_, body) => body.replace(/"price":"[^"]*"/, '"price":"0.00000000"')),
      ),
  },
  {
    name: "the mail server is away",
    place: "mail",
    begin: async ({ mail }) => takeDown(mail),
  },
  {
    name: "two blocks of Ethereum are replaced",
    place: "reorg",
    begin: async ({ honestUrls }) => void (await callJsonRpc(honestUrls.eth, "anvil_reorg", [2, []])),
  },
];

/** Another point of the curve, or none. */
const tellOtherSignature: Mood = rewrite((_, body) =>
  body.replace(/("signature"\s*:\s*")([0-9a-f]+)/, (_match, name: string, hex: string) => name + turnRound(hex)),
);
const turnRound = (text: string) => text.split("").toReversed().join("");

const relayMoods: readonly (readonly [name: string, make: () => Mood])[] = [
  ["is away", () => CUT],
  ["is slow", () => delay(2_500)],
  ["fails", () => refuse(500)],
  ["answers nonsense", () => refuse(200, "<html>")],
  ["answers far too much", () => refuse(200, "1".repeat(10_000_000))],
  ["stands still", freeze],
  ["lies", () => tellOtherSignature],
];

async function behave({ beacon }: HostileWorld, behaviour: { lateMs?: number; isLying?: boolean }): Promise<void> {
  const headers = { "content-type": "application/json" };
  await fetch(`${beacon.url}/behaviour`, { method: "POST", headers, body: JSON.stringify(behaviour) });
}

const ofBeacon: readonly Fault[] = [
  ...relayMoods.map(([name, make]): Fault => ({
    name: `a relay of the beacon ${name}`,
    place: "relay",
    begin: async ({ beacon }, chance) => setMood(beacon.relays[chance() < 0.5 ? 0 : 1], make()),
  })),
  {
    name: "the beacon is late",
    place: "beacon",
    begin: async (world) => {
      await behave(world, { lateMs: 8_000 });
      return () => behave(world, { lateMs: 0 });
    },
  },
  {
    name: "every relay of the beacon tells another round's signature",
    place: "beacon",
    begin: async (world) => {
      await behave(world, { isLying: true });
      return () => behave(world, { isLying: false });
    },
  },
];

const FAULTS: readonly Fault[] = [...ofNodes, ...ofChains, ...ofProcesses, ...ofDatabase, ...ofBeacon, ...ofOthers];

/** Lets things go wrong, several at a time, until told to stop, and ends them all then. */
export async function goWrong(
  world: HostileWorld,
  { chance, signal, tell }: { chance: () => number; signal: AbortSignal; tell: (line: string) => void },
): Promise<void> {
  const taken = new Set<string>();
  const running = new Set<Promise<void>>();
  while (!signal.aborted) {
    const free = FAULTS.filter(({ place }) => !taken.has(place));
    const fault = free[Math.floor(chance() * free.length)];
    const lastsMs = LASTS_MS.least + chance() * LASTS_MS.more;
    if (fault !== undefined) {
      taken.add(fault.place);
      const one = run(fault, lastsMs).finally(() => taken.delete(fault.place));
      running.add(one);
      void one.finally(() => running.delete(one));
    }
    await rest(PAUSE_MS.least + chance() * PAUSE_MS.more);
  }
  await Promise.all(running);

  async function run(fault: Fault, lastsMs: number): Promise<void> {
    tell(fault.name);
    const end = await fault.begin(world, chance);
    if (end === undefined) return;
    await rest(lastsMs);
    await end();
    tell(`over: ${fault.name}`);
  }

  async function rest(ms: number): Promise<void> {
    await wait(ms, undefined, { signal }).catch(() => {});
  }
}
