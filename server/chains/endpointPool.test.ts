import { expect, it } from "vitest";
import { StartError } from "#server/startError.ts";
import { EndpointPool } from "./endpointPool.ts";

type Call = () => Promise<string>;

/** Endpoints that answer their URL, what was asked of whom, and who has answered. */
async function open(...urls: readonly string[]) {
  const dead = new Set<string>();
  /** Milliseconds until they answer. */
  const late = new Map<string, number>();
  const asked: string[] = [];
  const answered: string[] = [];
  const warnings: string[] = [];
  const kind = {
    chain: "test",
    setting: "TEST_URLS",
    createCall: (url: string): Call => {
      return async () => {
        asked.push(url);
        if (late.has(url)) await new Promise((resolve) => setTimeout(resolve, late.get(url)));
        if (dead.has(url)) throw new Error("it is dead");
        answered.push(url);
        return url;
      };
    },
    identify: async () => "one chain",
    isAnswer: () => false,
  };
  const logger = { warn: (_: object, message: string) => void warnings.push(message) };
  const pool = await EndpointPool.connect<Call>(urls, kind, logger);
  return { pool, dead, late, asked, answered, warnings };
}

it("takes the second answer from another host, also where the next endpoint is of the same one", async () => {
  const [one, same, other] = ["https://a.example/1", "https://a.example:444/2", "https://b.example/1"] as const;
  const { pool, dead } = await open(one, same, other);
  expect(await pool.quorumRead((call) => call())).toEqual([one, other]);
  dead.add(one);
  expect(await pool.quorumRead((call) => call())).toEqual([other, same].toSorted((left) => (left === same ? -1 : 1)));
  dead.add(other);
  await expect(pool.quorumRead((call) => call())).rejects.toThrow("no RPC endpoint answers");
});

it("takes a host's name with and without its last dot for one host", async () => {
  const { pool } = await open("https://a.example/1", "https://a.example./2");
  expect(await pool.quorumRead((call) => call())).toHaveLength(1);
});

it("takes one answer where all endpoints are of one host", async () => {
  const { pool } = await open("https://a.example/1", "https://a.example/2");
  expect(await pool.quorumRead((call) => call())).toEqual(["https://a.example/1"]);
});

it("lets an endpoint that goes on failing rest, warns less and less, and asks it again", async () => {
  const [one, two, three] = ["https://a.example", "https://b.example", "https://c.example"] as const;
  const { pool, dead, asked, warnings } = await open(one, two, three);
  dead.add(two);
  for (let round = 0; round < 100; round += 1) expect(await pool.quorumRead((call) => call())).toEqual([one, three]);
  expect(asked.filter((url) => url === two).length).toBeLessThan(10);
  expect(warnings.length).toBeLessThan(5);
  dead.clear();
  for (let round = 0; round < 40; round += 1) await pool.quorumRead((call) => call());
  expect(await pool.quorumRead((call) => call())).toEqual([one, two]);
});

it("asks a resting endpoint too where its answer is needed", async () => {
  const [one, two] = ["https://a.example", "https://b.example"] as const;
  const { pool, dead } = await open(one, two);
  dead.add(two);
  for (let round = 0; round < 9; round += 1) {
    await expect(pool.quorumRead((call) => call())).rejects.toThrow("no RPC endpoint answers");
  }
  dead.clear();
  expect(await pool.quorumRead((call) => call())).toEqual([one, two]);
});

it("asks every host at once, one endpoint of each, and goes on without one that hangs until it has rested", async () => {
  const [one, same] = ["https://a.example/1", "https://a.example/2"] as const;
  const [two, three] = ["https://b.example", "https://c.example"] as const;
  const { pool, dead, asked } = await open(one, same, two, three);
  expect(await pool.askEach(2, (call) => call())).toEqual([one, two, three]);
  dead.add(one).add(three);
  expect((await pool.askEach(2, (call) => call())).toSorted()).toEqual([same, two]);
  asked.length = 0;
  expect((await pool.askEach(2, (call) => call())).toSorted()).toEqual([same, two]);
  expect(asked).not.toContain(three);
});

it("asks resting hosts too where fewer than needed answer, and rejects where these fail", async () => {
  const [one, two] = ["https://a.example", "https://b.example"] as const;
  const { pool, dead } = await open(one, two);
  dead.add(two);
  expect(await pool.askEach(1, (call) => call())).toEqual([one]);
  await expect(pool.askEach(2, (call) => call())).rejects.toThrow("no RPC endpoint answers");
  dead.clear();
  expect(await pool.askEach(2, (call) => call())).toEqual([one, two]);
  const { pool: alone } = await open("https://a.example/1", "https://a.example/2");
  expect(await alone.askEach(2, (call) => call())).toEqual(["https://a.example/1"]);
});

it("waits for no third host once two have answered, and asks a slow one last", async () => {
  const [slow, two, three] = ["https://a.example", "https://b.example", "https://c.example"] as const;
  const { pool, late, asked, answered } = await open(slow, two, three);
  late.set(slow, 1_200);
  expect(await pool.askEach(2, (call) => call())).toEqual([two, three]);
  expect(answered).toEqual([two, three]);
  // It was preferred, and answers at last.
  await expect.poll(() => answered).toContain(slow);
  asked.length = 0;
  expect(await pool.quorumRead((call) => call())).toEqual([two, three]);
  expect(await pool.ask((call) => call())).toBe(two);
  expect(asked).not.toContain(slow);
  late.clear();
  await pool.askEach(2, (call) => call());
  await pool.askEach(2, (call) => call());
  expect(await pool.askEvery((call) => call())).toHaveLength(3);
});

it("asks every host, also those that rest, where all of them count", async () => {
  const [one, two, three] = ["https://a.example", "https://b.example", "https://c.example"] as const;
  const { pool, dead, late } = await open(one, two, three);
  dead.add(three);
  for (let round = 0; round < 5; round += 1) await pool.askEach(2, (call) => call());
  dead.clear();
  late.set(three, 400);
  expect(await pool.askEvery((call) => call())).toEqual([one, two, three]);
  dead.add(two).add(three);
  await expect(pool.askEvery((call) => call())).rejects.toThrow("no RPC endpoint answers");
});

it("is of the chain that two hosts name against one, and of none where one names each", async () => {
  const connect = (identities: Readonly<Record<string, string>>) =>
    EndpointPool.connect<() => Promise<string>>(
      Object.keys(identities),
      {
        chain: "test",
        setting: "TEST_URLS",
        createCall: (url) => async () => url,
        identify: async (call) => identities[await call()] ?? "",
        isAnswer: () => false,
      },
      { warn: () => undefined },
    );
  const [one, two, three] = ["https://a.example", "https://b.example", "https://c.example"] as const;
  const pool = await connect({ [one]: "a lie", [two]: "the chain", [three]: "the chain" });
  expect(pool.identity).toBe("the chain");
  expect(await pool.quorumRead((call) => call())).toEqual([two, three]);
  const halved = connect({ [one]: "a lie", [two]: "the chain" });
  await expect(halved).rejects.toThrow("The nodes of TEST_URLS are of different chains: a lie, the chain.");
  // No host alone keeps the server from starting: it is tried again.
  await expect(halved).rejects.not.toBeInstanceOf(StartError);
});
