import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/** What every chain has. */
const COMMON = ["index", "network", "payouts", "proof", "reader", "settings", "sign", "transfers", "values"];
const MOST_FILES = 12;

/** What a chain has besides, and why. */
const OWN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ethereum: {
    checkSignature: "its nodes tell the fields that were signed, not the bytes",
    fees: "only here does a transfer offer a price for gas",
    internal: "contracts can pay in transactions of others",
  },
  solana: {
    expiry: "a transaction lives as long as a block that it names",
    signatures: "its nodes list the transactions of an account",
    transaction: "the same bytes are read for arrivals, payouts and outgoing transactions",
  },
  ton: {
    account: "a wallet is a contract, and its state says which",
    transactions: "each transaction of an account names the one before",
    wallets: "wallet apps make a few contracts, and give their key as words",
  },
  tron: {
    account: "owners give accounts away to other keys",
    rawTransaction: "what is signed is read and written here",
  },
};

/** Another coin of a network: what it takes from the network's own chain, and what it has besides. */
const SECOND_COINS: Readonly<
  Record<string, { network: string; taken: readonly string[]; own: Readonly<Record<string, string>> }>
> = {
  usdt: {
    network: "ton",
    taken: ["network", "proof", "values"],
    own: {
      fuel: "the network's own coin pays what moving this one costs",
      jettonWallet: "its money lies in a contract of each owner's",
      messages: "what those contracts tell each other",
      outcomes: "what becomes of a transfer is decided by several accounts, blocks later",
      strays: "another coin of the network may come to its treasury, and it to that coin's",
    },
  },
};

/** The only file that imports the folders. */
const REGISTRY = "server/chains/readChains.ts";

/** Scripts that import one, and why. */
const SCRIPTS: Readonly<Record<string, string>> = {
  "scripts/wallets.ts": "writes the list of wallets of one chain",
  "scripts/wallets/readOfficialList.ts": "reads it where its authors publish it",
};

const files = globSync("server/chains/*/*.ts").filter((file) => !file.endsWith(".test.ts"));
const folders = Map.groupBy(files, (file) => path.basename(path.dirname(file)));

const CHAINS = [...Object.keys(OWN), ...Object.keys(SECOND_COINS)];

function listFiles(chain: string): string[] {
  return (folders.get(chain) ?? []).map((file) => path.basename(file, ".ts")).toSorted();
}

test("each chain has a folder", () => {
  expect([...folders.keys()].toSorted()).toEqual(CHAINS);
});

test.each(Object.entries(OWN))("the folder of %s has the files of all chains, and its own", (chain, own) => {
  const names = listFiles(chain);
  expect(names).toEqual([...COMMON, ...Object.keys(own)].toSorted());
  expect(names.length).toBeLessThanOrEqual(MOST_FILES);
});

test.each(Object.entries(SECOND_COINS))(
  "the folder of %s has what its network's lacks",
  (coin, { network, taken, own }) => {
    const kept = COMMON.filter((name) => !taken.includes(name));
    expect(listFiles(coin)).toEqual([...kept, ...Object.keys(own)].toSorted());
    expect(listFiles(network)).toEqual(expect.arrayContaining([...taken]));
  },
);

function findImporters(pattern: string): string[] {
  const importing = new RegExp(`from "(?:#server/chains|\\.)/(?:${CHAINS.join("|")})/`, "u");
  return globSync(pattern).filter((file) => !file.endsWith(".test.ts") && importing.test(readFileSync(file, "utf8")));
}

test("one registry imports the folders, and no script that serves every chain does", () => {
  expect(findImporters("server/**/*.ts")).toEqual([REGISTRY]);
  expect(findImporters("scripts/**/*.ts").toSorted()).toEqual(Object.keys(SCRIPTS));
});

test("no folder asks how many endpoints there are", () => {
  const asking = files.filter((file) => /\baskAll\b|EndpointPool/u.test(readFileSync(file, "utf8")));
  expect(asking).toEqual([]);
});
