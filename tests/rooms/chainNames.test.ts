import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { COIN_TYPES, WALLET_TYPES } from "#domain/coins.ts";
import { listNames } from "./listNames.ts";

const CHAIN_WORDS: ReadonlySet<string> = new Set(
  [...COIN_TYPES, ...WALLET_TYPES, "ethereum", "solana", "toncoin", "evm"].map((word) => word.toLowerCase()),
);

/** Rooms that know chains. */
const CHAIN_ROOMS = ["server/chains/", "src/adapters/wallets/", "domain/address/", "domain/coins.ts"];

/** Files outside these rooms that name a chain or a coin, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  "contract/schema.d.ts": "generated from openapi.yaml, which names the coins of the wire",
  "contract/examples.ts": "generated from openapi.yaml, whose examples are of one coin or another",
  "domain/fastCoins.ts": "the chains whose blocks come faster than a usual poll",
  "domain/finality.ts": "usual waiting times, by the namespaces of the networks",
  "domain/price.ts": "the price feeds' names of the coins, which the first load does without",
  "domain/vipLevel.ts": "the unit of values: prices are in USDT",
  "machines/app/flows.ts": "the flow of /ethereumWalletBinding, a page of SPEC",
  "server/operator/args.ts": "the coin of a command that names none, which docs/operations.md promises",
  "server/rankings/rankings.ts": "the unit of values",
  "scripts/generate.ts": "compiles the local chain's contracts",
  "scripts/run/part.ts": "main end-to-end stories, by their files",
  "scripts/verify.ts": "examples in its help",
  "scripts/wallets.ts": "brings TON Connect's list of wallets up to date",
  "scripts/wallets/readOfficialList.ts": "reads that list",
  "src/adapters/actors/walletBinding.ts": "the flow of /ethereumWalletBinding",
  "src/routes/paths.ts": "the path /ethereumWalletBinding",
  "src/routes/screens.ts": "the path /ethereumWalletBinding",
  "src/screens/addWallet/AddWallet.tsx": "the way to /ethereumWalletBinding",
  "src/screens/addWallet/BindingPage.tsx": "the page that /ethereumWalletBinding shares, typed by its flow",
  "src/screens/addWallet/ChainMark.tsx": "the drawings of the chains",
  "src/screens/ethereumWalletBinding/EthereumWalletBinding.tsx": "a page of SPEC",
  "src/screens/home/RankingTab.tsx": "the unit of values",
  "src/screens/profile/Profile.tsx": "the sample profile, a page of SPEC",
};

/** The words of a name or text: `viewEthBalance` has the words view, eth and balance. */
function splitWords(name: string): string[] {
  return (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/gu) ?? []).map((word) => word.toLowerCase());
}

/** Names and texts of a file that name a chain or a coin. */
function findChainNames(file: string, code: string): string[] {
  return listNames(file, code).filter((name) => splitWords(name).some((word) => CHAIN_WORDS.has(word)));
}

const files = globSync("{contract,domain,machines,scripts,server,src}/**/*.{ts,tsx}").filter(
  (file) => !/\.(?:test|stories|model|table(?:\.rules)?)\.tsx?$/u.test(file),
);

test("product code outside the rooms of chains names no chain and no coin", () => {
  const outside = files.filter((file) => !CHAIN_ROOMS.some((room) => file.startsWith(room)));
  const found = outside.flatMap((file) => {
    const names = findChainNames(file, readFileSync(file, "utf8"));
    return names.length === 0 ? [] : [{ file, names }];
  });
  expect(found.filter(({ file }) => EXCEPTIONS[file] === undefined)).toEqual([]);
  // An exception that is not needed any more goes.
  expect(found.map(({ file }) => file).toSorted()).toEqual(Object.keys(EXCEPTIONS).toSorted());
});

test.each([
  ["a coin", 'const coinType = request?.coinType ?? "eth";'],
  ["a type of wallet", 'const isShown = type === "Solana";'],
  ["a key", "const FEES = { tron: 1n };"],
  ["a field", "chains.ton"],
  ["a function", "readEthBalance();"],
  ["a variable", "const TON_FEE = 1n;"],
  ["a private field", "class Reader { #ethereum = null; }"],
  ["a type", "type Chain = EthereumChain;"],
  ["an import", 'import { connect } from "../chains/ethereum/connect.ts";'],
  ["a template", "const text = `${amount} ETH`;"],
  ["a text between tags", "const text = <p>Pay with Ethereum</p>;"],
])("%s that names a chain is found", (_, code) => {
  expect(findChainNames("sample.tsx", code)).toHaveLength(1);
});

test.each(["const button = getTone(skeleton);", "const method = resolve(solution);", "// Ethereum has no references."])(
  "%s names none",
  (code) => {
    expect(findChainNames("sample.tsx", code)).toEqual([]);
  },
);
