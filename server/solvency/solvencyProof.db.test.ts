import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { formatAmount } from "#domain/money/amount.ts";
import type { SolvencyProof } from "#domain/solvency/proof.ts";
import { readStatements } from "#domain/solvency/readStatements.ts";
import type { Statement } from "#domain/solvency/statement.ts";
import { verifyProof } from "#domain/solvency/verifyProof.ts";
import { verifyStatements } from "#domain/solvency/verifyStatements.ts";
import { isSignedInHex } from "#server/crypto/ed25519.ts";
import { verify } from "../../scripts/verify.ts";
import { openAppOfFile } from "#tests/support/ofFile.ts";
import { addUsers, callAs, giveBalance } from "#tests/support/story.ts";
import { solvencyProof } from "./solvencyProof.ts";
import { makeStatements, solvency } from "./statements.ts";

const STATEMENT_KEY = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
const DAY_MS = 86_400_000;
/** Their leaves fill more than one stored chunk, and six levels have an odd number of nodes. */
const PEOPLE = Array.from({ length: 70 }, (_, index) => BigInt(index + 1));
const NOBODY = 71n;
/** From one base unit to more than 64 bits. */
const balanceOf = (tgUserId: bigint) => tgUserId ** 12n;

const { app, database } = await openAppOfFile("solvencyProof", { STATEMENT_KEY });

beforeAll(async () => {
  // The coin is not configured any more, so no chain is waited for.
  app.chains = {};
  const chain = {
    coin_type: "eth",
    network: "eip155:1",
    genesis_hash: "0x0",
    treasury_address: "0x0",
    created_at: app.clock.now(),
  } as const;
  await database.kysely.insertInto("chain_identity").values(chain).execute();
  await addUsers(app, [...PEOPLE, NOBODY]);
  for (const tgUserId of PEOPLE) await giveBalance(app, tgUserId, balanceOf(tgUserId));
});

const publish = () => makeStatements.run(app, new AbortController().signal);
const prove = (tgUserId: bigint) => callAs(app, solvencyProof, tgUserId, { query: { coinType: "eth" } });

async function readNewest(): Promise<Statement> {
  const [newest] = readStatements(await callAs(app, solvency, 1n, { query: { limit: 1 } }));
  if (newest === undefined) throw new Error("nothing is published");
  return newest;
}

async function proveKnown(tgUserId: bigint): Promise<SolvencyProof> {
  const proof = await prove(tgUserId);
  if (proof === null) throw new Error(`person ${tgUserId} is not in the tree`);
  return proof;
}

const listParts = async () => (await Promise.all(PEOPLE.map(proveKnown))).flatMap(({ leaves }) => leaves);

describe("the tree of a statement", () => {
  it("proves nothing before the first", async () => {
    expect(await prove(1n)).toBeNull();
  });

  it("has everybody's balance, and sums to what is owed to people", async () => {
    await publish();
    const statement = await readNewest();
    const [coin] = statement.coins;
    expect(coin?.tree).toMatchObject({ sum: coin?.owed.people, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const findings = await verifyStatements([statement], {
      sha256: async (bytes) => createHash("sha256").update(bytes).digest(),
      isSigned: async (message, signature, publicKey) => isSignedInHex(message, signature, publicKey),
    });
    expect(findings).toEqual([]);
    for (const tgUserId of PEOPLE) {
      const amount = formatAmount(balanceOf(tgUserId), 18);
      expect(verifyProof(await prove(tgUserId), statement, Number(tgUserId))).toEqual({ fault: null, amount });
    }
    expect(await prove(NOBODY)).toBeNull();
  });

  it("uses each position once, in no order, and splits balances unlike", async () => {
    const parts = await listParts();
    const positions = parts.map(({ position }) => position);
    expect(positions.toSorted((left, right) => left - right)).toEqual(positions.map((_, index) => index));
    expect(positions).not.toEqual(positions.toSorted((left, right) => left - right));
    const large = parts.slice(-4).map(({ amount }) => amount);
    expect(new Set(large).size).toBe(4);
    expect(new Set(parts.map(({ nonce }) => nonce)).size).toBe(parts.length);
  });

  it("is grown anew each day, and the one before is forgotten", async () => {
    const before = await listParts();
    const stored = async () =>
      (await database.pool.query("select coin_type, level, chunk from solvency_node order by 1, 2, 3")).rows;
    const rows = await stored();
    app.clock.advance(DAY_MS);
    await publish();
    const after = await listParts();
    const nonces = new Set(before.map(({ nonce }) => nonce));
    expect(after.filter(({ nonce }) => nonces.has(nonce))).toEqual([]);
    expect(after.map(({ position }) => position)).not.toEqual(before.map(({ position }) => position));
    expect(after.map(({ amount }) => amount)).not.toEqual(before.map(({ amount }) => amount));
    expect(await stored()).toEqual(rows);
    const proof = await proveKnown(3n);
    expect(proof.number).toBe(2);
    expect(verifyProof(proof, await readNewest(), 3).fault).toBeNull();
  });

  it("is left as it was where the server stops meanwhile", async () => {
    app.clock.advance(DAY_MS);
    const before = await proveKnown(3n);
    await expect(makeStatements.run(app, AbortSignal.abort())).rejects.toThrow("aborted");
    expect(await proveKnown(3n)).toEqual(before);
    app.clock.advance(-DAY_MS);
  });

  it("keeps nothing of who left while it was grown", async () => {
    app.clock.advance(DAY_MS);
    await database.pool.query("set session_replication_role = replica; delete from tg_user where tg_user_id = 70");
    await publish();
    const { rows } = await database.pool.query("select tg_user_id from solvency_leaf where tg_user_id >= 69");
    expect(rows).toEqual([{ tg_user_id: 69n }]);
  });
});

describe("npm run verify --proof", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "proof-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function runVerify(proof: unknown, statements: unknown): Promise<{ code: number; output: string }> {
    const files = { statements, proof };
    for (const [name, content] of Object.entries(files))
      await writeFile(path.join(folder, `${name}.json`), JSON.stringify(content));
    let output = "";
    const write = (line: unknown) => void (output += `${String(line)}\n`);
    const args = [path.join(folder, "statements.json"), "--proof", path.join(folder, "proof.json")];
    return { code: await verify(args, { write, warn: write }), output };
  }
  const readAll = () => callAs(app, solvency, 1n, { query: { limit: 20 } });

  it("takes an answer of the call, or its data alone", async () => {
    const proof = await proveKnown(2n);
    for (const answer of [proof, { code: 10_000, msg: "ok", data: proof }]) {
      const { code, output } = await runVerify(answer, await readAll());
      expect(output).toContain("note   person 2 had 0.000000000000004096 eth by statement 3 (2026-11-22)");
      expect(code).toBe(0);
    }
  });

  it("names what is wrong", async () => {
    const proof = await proveKnown(2n);
    const others = await proveKnown(3n);
    const [first, ...rest] = proof.leaves;
    const statements = await readAll();
    const wrongs: readonly [unknown, unknown, string][] = [
      [{ ...proof, leaves: [{ ...first, amount: "1" }, ...rest] }, statements, "a leaf is not in the tree"],
      [{ ...proof, leaves: [others.leaves[0], ...rest] }, statements, "a leaf is not in the tree"],
      [{ ...proof, tgUserId: 3 }, statements, "a leaf is not in the tree"],
      [{ ...proof, leaves: rest }, statements, "four different leaves"],
      [{ ...proof, leaves: [{ ...first, amount: "-1" }, ...rest] }, statements, "the form of a proof"],
      [{ ...proof, number: 2 }, statements, "a leaf is not in the tree"],
      [proof, statements.items.slice(1), "none of these statements"],
      [{ data: null }, statements, "the form of a proof"],
    ];
    for (const [wrong, list, words] of wrongs) {
      const { code, output } = await runVerify(wrong, list);
      expect(output).toMatch(
        new RegExp(`BREACH .*proof.json: the balance is in the tree of its statement\n.*${words}`),
      );
      expect(code).toBe(1);
    }
  });
});

it("a proof of a million people's tree has at most 8 kB", async () => {
  const proof = await proveKnown(69n);
  const [leaf] = proof.leaves;
  if (leaf === undefined) throw new Error("a proof has leaves");
  // Four million leaves have 22 levels.
  const largest = { ...leaf, position: 4_000_000, path: Buffer.alloc(22 * 48).toString("base64") };
  const large = { ...proof, tgUserId: 2 ** 52, leaves: proof.leaves.map(() => largest) };
  expect(JSON.stringify(large).length).toBeLessThanOrEqual(8_000);
});
