import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { writeCanonicalJson } from "../canonicalJson.ts";
import { readStatements } from "./readStatements.ts";
import type { CoinStatement, Statement, StatementBody } from "./statement.ts";
import { verifyStatements } from "./verifyStatements.ts";

const COIN: CoinStatement = {
  coinType: "eth",
  network: "eip155:1",
  treasuryAddress: "0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf",
  oldTreasuryAddresses: [],
  position: 100,
  blockTime: "2026-11-20T00:01:00.000Z",
  treasuryBalance: "2.5",
  coldBalance: "1",
  owed: {
    people: "1.000000000000000001",
    envelopes: "0.5",
    orders: "0.25",
    payouts: "0.75",
    unmatched: "0.9",
    fees: "0.099999999999999999",
    total: "3.5",
  },
};

function hashText(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Whoever knows a key can make its signatures; this stands for Ed25519, which the script's test has. */
function signAs(publicKey: string, message: string): string {
  return hashText(`${publicKey} ${message}`).repeat(2);
}

const cryptography = {
  sha256: async (bytes: Uint8Array) => createHash("sha256").update(bytes).digest(),
  isSigned: async (message: string, signature: string, publicKey: string) => signature === signAs(publicKey, message),
};

function seal(body: StatementBody): Statement {
  const hash = hashText(writeCanonicalJson(body));
  return { ...body, hash, signature: signAs(body.publicKey, hash) };
}

/** Honest statements from 20 November on, the newest first. */
function makeChain(coinsOfDays: readonly (readonly CoinStatement[])[]): Statement[] {
  const chain: Statement[] = [];
  for (const [index, coins] of coinsOfDays.entries()) {
    const day = `2026-11-${20 + index}`;
    const previousHash = chain[0]?.hash ?? null;
    chain.unshift(
      seal({ number: index + 1, day, madeAt: `${day}T00:02:00.000Z`, coins, previousHash, publicKey: "ab".repeat(32) }),
    );
  }
  return chain;
}

const CHAIN = makeChain([[COIN], [COIN], [], [COIN]]);

function readBody(index: number, chain: readonly Statement[] = CHAIN): StatementBody {
  const statement = chain[index];
  if (statement === undefined) throw new Error(`the chain has no place ${index}`);
  const { hash: _, signature: __, ...body } = statement;
  return body;
}

/** The chain with another statement at this place of the list. */
function change(index: number, alter: (statement: Statement) => Statement): Statement[] {
  return CHAIN.map((statement, at) => (at === index ? alter(statement) : statement));
}

async function findFaults(statements: readonly Statement[]): Promise<string[]> {
  const findings = await verifyStatements(statements, cryptography);
  return findings.map(({ fault, number, coinType }) => `${number} ${fault}${coinType === null ? "" : ` ${coinType}`}`);
}

const owing = (owed: Partial<CoinStatement["owed"]>): CoinStatement => ({ ...COIN, owed: { ...COIN.owed, ...owed } });

const sealCoin = (coin: CoinStatement) => seal({ ...readBody(3), coins: [coin] });

test("an honest chain passes, and so does each part of it", async () => {
  expect(await findFaults(CHAIN)).toEqual([]);
  expect(await findFaults(CHAIN.slice(0, 2))).toEqual([]);
});

test("fields of a later version are hashed too", async () => {
  const later = seal({ ...readBody(0), extra: "more" } as StatementBody);
  expect(await findFaults([later, ...CHAIN.slice(1)])).toEqual([]);
  expect(await findFaults([{ ...later, extra: "less" } as Statement, ...CHAIN.slice(1)])).toEqual(["4 hash"]);
});

describe("refuses", () => {
  test("an altered amount", async () => {
    const altered = owing({ people: "0.900000000000000001", fees: "0.199999999999999999" });
    expect(await findFaults(change(2, (statement) => ({ ...statement, coins: [altered] })))).toEqual(["2 hash"]);
  });

  test("a statement that was made anew with its own key", async () => {
    const altered = owing({ people: "0.900000000000000001", fees: "0.199999999999999999" });
    expect(await findFaults(change(2, () => seal({ ...readBody(2), coins: [altered] })))).toEqual(["3 link"]);
  });

  test("a wrong signature", async () => {
    const signature = signAs("cd".repeat(32), CHAIN[1]?.hash ?? "");
    expect(await findFaults(change(1, (statement) => ({ ...statement, signature })))).toEqual(["3 signature"]);
  });

  test("a missing day", async () => {
    expect(await findFaults(CHAIN.filter(({ number }) => number !== 3))).toEqual(["4 order", "4 day", "4 link"]);
  });

  test("a day that was left out when the chain was made", async () => {
    expect(await findFaults([seal({ ...readBody(0), day: "2026-11-24" }), ...CHAIN.slice(1)])).toEqual(["4 day"]);
  });

  test("a swapped order", async () => {
    const [fourth, third, second, first] = CHAIN as [Statement, Statement, Statement, Statement];
    expect(await findFaults([fourth, second, third, first])).toEqual([
      "4 order",
      "4 day",
      "4 link",
      "2 order",
      "2 day",
      "2 link",
      "3 order",
      "3 day",
      "3 link",
    ]);
    expect((await findFaults(CHAIN.toReversed())).length).toBeGreaterThan(0);
  });

  test("a first statement that names one before, and a later one that names none", async () => {
    const body = readBody(0, makeChain([[COIN]]));
    expect(await findFaults([seal({ ...body, previousHash: "00".repeat(32) })])).toEqual(["1 link"]);
    expect(await findFaults([seal({ ...body, number: 2 })])).toEqual(["2 link"]);
  });

  test("a total that is not its parts, to the last digit", async () => {
    expect(await findFaults(makeChain([[owing({ fees: "0.1" })]]))).toEqual(["1 sum eth"]);
  });

  test("a treasury that holds less than is owed, but not one that nobody could read", async () => {
    expect(await findFaults(makeChain([[{ ...COIN, treasuryBalance: "2.499999999999999999" }]]))).toEqual([
      "1 cover eth",
    ]);
    const unread = { ...COIN, position: null, blockTime: null, treasuryBalance: null };
    expect(await findFaults(makeChain([[unread]]))).toEqual([]);
  });
});

test("misses a coin that was published before, whatever stands between", async () => {
  const nothing = { people: "0", envelopes: "0", orders: "0", payouts: "0", unmatched: "0", fees: "0", total: "0" };
  const other: CoinStatement = { ...COIN, coinType: "ton", owed: nothing };
  expect(await findFaults(makeChain([[COIN, other], [], [COIN], [COIN, other]]))).toEqual(["3 coin ton"]);
  expect(await findFaults(makeChain([[COIN], [COIN, other], []]))).toEqual([]);
});

describe("a tree of what people have", () => {
  const tree = { hash: "ab".repeat(32), sum: COIN.owed.people };

  test("has their sum, and is null where they have nothing", async () => {
    expect(await findFaults(makeChain([[COIN], [{ ...COIN, tree }], [], [{ ...COIN, tree }]]))).toEqual([]);
    const nobody = { people: "0", total: "2.499999999999999999" };
    expect(await findFaults(makeChain([[{ ...owing(nobody), tree: null }]]))).toEqual([]);
    for (const wrong of [{ ...tree, sum: "1" }, null])
      expect(await findFaults(makeChain([[{ ...COIN, tree: wrong }]]))).toEqual(["1 tree eth"]);
  });

  test("stays, once a statement had one", async () => {
    expect(await findFaults(makeChain([[{ ...COIN, tree }], [], [COIN], [COIN]]))).toEqual([
      "3 tree eth",
      "4 tree eth",
    ]);
  });
});

describe("reading", () => {
  test("takes the whole answer, its data, or its items", () => {
    const data = { items: CHAIN, total: 4, nextCursor: null, publicKey: null };
    for (const answer of [{ code: 10_000, msg: "ok", data }, data, CHAIN])
      expect(readStatements(answer)).toEqual(CHAIN);
  });

  test.each<[string, unknown, string]>([
    ["no list", { items: "none" }, "this is no list of statements"],
    ["null", null, "this is no list of statements"],
    ["a text in the list", ["x"], "statement 1 of the list is no object"],
    ["a number that is a text", change(0, (one) => ({ ...one, number: "4" as unknown as number })), "usable number"],
    ["an impossible day", change(0, (one) => ({ ...one, day: "2026-13-01" })), "usable day"],
    ["a hash in capitals", change(1, (one) => ({ ...one, hash: one.hash.toUpperCase() })), "statement 2 of the list"],
    ["an amount that is negative", [sealCoin(owing({ fees: "-1" }))], "usable owed"],
    ["a part of what is owed that nobody knows", [sealCoin(owing({ other: "0" } as object))], "usable owed"],
    [
      "an address that would count twice",
      [sealCoin({ ...COIN, oldTreasuryAddresses: [COIN.treasuryAddress.toLowerCase()] })],
      "usable oldTreasuryAddresses",
    ],
    [
      "a coin that is there twice",
      change(0, (one) => ({ ...one, coins: [...one.coins, ...one.coins] })),
      "coins: one is there twice",
    ],
    ["a tree without a hash", [sealCoin({ ...COIN, tree: { hash: "", sum: "1" } })], "usable tree"],
    ["a tree with a negative sum", [sealCoin({ ...COIN, tree: { hash: "ab".repeat(32), sum: "-1" } })], "usable tree"],
    [
      "a balance without its block",
      [sealCoin({ ...COIN, position: null })],
      "coin 1 of statement 1 of the list has no usable position",
    ],
  ])("refuses %s", (_, answer, message) => {
    expect(() => readStatements(answer)).toThrow(message);
  });
});
