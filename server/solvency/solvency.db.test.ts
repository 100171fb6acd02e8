import { createHash } from "node:crypto";
import { mkdtemp, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseEther } from "ethers";
import { beforeAll, describe, expect, it } from "vitest";
import { readStatements } from "#domain/solvency/readStatements.ts";
import { checkChainIdentity } from "#server/chains/checkChainIdentity.ts";
import { readSigningKey } from "#server/crypto/ed25519.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { openAppOfFile } from "#tests/support/ofFile.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { addUsers, bindWallet, callAs, giveBalance } from "#tests/support/story.ts";
import type { TestApp } from "#tests/support/testApp.ts";
import { openTreasuryOfFile } from "#tests/support/treasuryOfFile.ts";
import { makeStatements, solvency } from "./statements.ts";

const STATEMENT_KEY = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const LAST_HASH = "(select hash from solvency_statement order by number desc limit 1)";

const NOTHING_OWED = { people: "0", envelopes: "0", orders: "0", payouts: "0", unmatched: "0", fees: "0", total: "0" };

const VERIFY_PAGE = "<!doctype html>";
const { app, database } = await openAppOfFile("solvency", { STATEMENT_KEY });
const { address: TREASURY, chain, watcher, setTreasury, mineAndLook } = await openTreasuryOfFile(app, 0n);
let logged: string[] = [];

beforeAll(async () => {
  const distDir = await mkdtemp(path.join(os.tmpdir(), "hongbao-dist-"));
  await writeFile(path.join(distDir, "verify.html"), VERIFY_PAGE);
  app.config = { ...app.config, distDir };
  app.logger = { ...silentLogger, warn: (_, message) => void logged.push(message) };
  await checkChainIdentity(app, chain);
  await watcher.poll();
  await addUsers(app, [1n, 2n]);
  await bindWallet(app, 1n);
});

const run = (asked: TestApp = app) => makeStatements.run(asked, new AbortController().signal);
const read = (cursor?: string, limit = 20) =>
  callAs(app, solvency, 1n, { query: cursor === undefined ? { limit } : { limit, cursor } });
const readNewest = async () => (await read()).items[0];

it("signs as the published test vector of Ed25519 does", () => {
  const key = readSigningKey(STATEMENT_KEY);
  expect(key.publicKey).toBe("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a");
  expect(key.sign("")).toBe(
    "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
  );
});

it("without a key nothing is made, and the call says so", async () => {
  const keyless: TestApp = { ...app, config: { ...app.config, statementKey: null } };
  await run(keyless);
  expect(await callAs(keyless, solvency, 1n, { query: { limit: 20 } })).toEqual({
    items: [],
    total: 0,
    nextCursor: null,
    publicKey: null,
  });
});

describe("a day's statement", () => {
  it("waits for the first comparison with the chain, and is made once, by one of many processes", async () => {
    await run();
    expect((await read()).total).toBe(0);
    await setTreasury(parseEther("3"));
    await mineAndLook(4);
    await Promise.all(Array.from({ length: 5 }, () => run()));
    await run();
    const { items, total, nextCursor, publicKey } = await read();
    expect({ total, nextCursor }).toEqual({ total: 1, nextCursor: null });
    const { settled_position: position, final_time: finalTime } = await database.kysely
      .selectFrom("chain_cursor")
      .selectAll()
      .executeTakeFirstOrThrow();
    const verifierHash = createHash("sha256").update(VERIFY_PAGE).digest("hex");
    expect(items[0]).toMatchObject({ number: 1, day: "2026-11-20", previousHash: null, publicKey, verifierHash });
    expect(items[0]?.coins).toEqual([
      {
        coinType: "eth",
        network: "eip155:31337",
        treasuryAddress: TREASURY,
        oldTreasuryAddresses: [],
        position: Number(position),
        blockTime: finalTime?.toISOString(),
        treasuryBalance: "3",
        coldBalance: "0",
        owed: { ...NOTHING_OWED, unmatched: "3", total: "3" },
        tree: null,
      },
    ]);
  });

  it("waits while the books are ahead of the chain, and links to yesterday's", async () => {
    app.clock.advance(DAY_MS);
    // It is booked at a block that the chain has not reached.
    await giveBalance(app, 2n, parseEther("0.5"));
    await mineAndLook(4);
    await run();
    expect((await read()).total).toBe(1);
    await database.pool.query("set session_replication_role = replica");
    await database.pool.query("update chain_transfer set position = 1");
    await database.pool.query("set session_replication_role = origin");
    await setTreasury(parseEther("3.5"));
    await mineAndLook(4);
    await run();
    const [newest, before] = (await read()).items;
    expect(newest).toMatchObject({ number: 2, day: "2026-11-21", previousHash: before?.hash });
    expect(newest?.coins[0]).toMatchObject({
      treasuryBalance: "3.5",
      owed: { ...NOTHING_OWED, people: "0.5", unmatched: "3", total: "3.5" },
      tree: { sum: "0.5" },
    });
  });

  it("follows empty ones of days on which nothing ran", async () => {
    app.clock.advance(3 * DAY_MS);
    await mineAndLook(4);
    await run();
    const { items } = await read();
    expect(items.map(({ day, coins }) => [day, coins.length])).toEqual([
      ["2026-11-24", 1],
      ["2026-11-23", 0],
      ["2026-11-22", 0],
      ["2026-11-21", 1],
      ["2026-11-20", 1],
    ]);
  });

  it("of a chain that cannot be read for an hour has no balance, and what is owed", async () => {
    app.clock.advance(DAY_MS);
    logged = [];
    await run();
    app.clock.advance(HOUR_MS - 1);
    await run();
    expect((await readNewest())?.day).toBe("2026-11-24");
    app.clock.advance(1);
    await run();
    const newest = await readNewest();
    expect(newest?.day).toBe("2026-11-25");
    expect(newest?.coins[0]).toMatchObject({
      position: null,
      blockTime: null,
      treasuryBalance: null,
      owed: { total: "3.5" },
    });
    expect(logged).toEqual(["the day's statement of solvency has no balance: the chain could not be read"]);
  });

  it("is not made of books that do not balance", async () => {
    app.clock.advance(DAY_MS);
    await database.pool.query("update account_total set balance_base = balance_base + 1 where tg_user_id = 2");
    await expect(run()).rejects.toThrow("do not balance");
    await database.pool.query("update account_total set balance_base = balance_base - 1 where tg_user_id = 2");
    expect((await readNewest())?.day).toBe("2026-11-25");
  });

  it("says what is missing from the treasury", async () => {
    await setTreasury(parseEther("1"));
    await mineAndLook(4);
    await run();
    expect((await readNewest())?.coins[0]).toMatchObject({ treasuryBalance: "1", owed: { total: "3.5" } });
    await setTreasury(parseEther("3.5"));
    await mineAndLook(4);
  });
});

it("publishes removed coins without a balance", async () => {
  app.clock.advance(DAY_MS);
  await run({ ...app, chains: {} });
  expect((await readNewest())?.coins).toMatchObject([
    {
      coinType: "eth",
      network: "eip155:31337",
      treasuryAddress: TREASURY,
      treasuryBalance: null,
      owed: { total: "3.5" },
    },
  ]);
});

it("pages from the newest to the first, and refuses a cursor of another list", async () => {
  const first = await read(undefined, 4);
  const second = await read(first.nextCursor ?? "", 4);
  expect([...first.items, ...second.items].map(({ number }) => number)).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
  expect([first.total, second.total, second.nextCursor]).toEqual([8, 8, null]);
  for (const cursor of ["x", Buffer.from('["0"]').toString("base64url"), Buffer.from("[1]").toString("base64url")])
    await expect(read(cursor)).rejects.toMatchObject({ key: "invalidRequest" });
  expect(readStatements(first)).toHaveLength(4);
});

describe("the database refuses", () => {
  it.each([
    ["a change", "update solvency_statement set signature = signature"],
    ["a deletion", "delete from solvency_statement where number = 8"],
    ["a gap", insert({ number: 10 })],
    ["a number that is taken", insert({ number: 8 })],
    ["a day that is left out", insert({ day: "2026-11-29" })],
    ["another hash of the one before", insert({ previousHash: `'${"0".repeat(64)}'` })],
    ["a second first", insert({ previousHash: "null" })],
  ])("%s", async (_, statement) => {
    await expect(database.pool.query(statement)).rejects.toThrow(/append-only|does not follow the last one/);
  });

  it("and takes what follows", async () => {
    const client = await database.pool.connect();
    await client.query("begin");
    expect((await client.query(insert({}))).rowCount).toBe(1);
    await client.query("rollback");
    client.release();
  });
});

function insert({ number = 9, day = "2026-11-28", previousHash = LAST_HASH }): string {
  return `insert into solvency_statement
    select ${number}, '${day}', '{}', ${previousHash}, '${"a".repeat(64)}', '${"b".repeat(128)}'`;
}

it("all audit invariants hold", async () => {
  expect(await findBreaches(database)).toEqual([]);
});
