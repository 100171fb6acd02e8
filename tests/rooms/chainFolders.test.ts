import { globSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/** What every chain has. */
const COMMON = [
  "address",
  "confirm",
  "connect",
  "facts",
  "lookForPayout",
  "networkId",
  "nodeValues",
  "payment",
  "payoutTransaction",
  "payouts",
  "pool",
  "proof",
  "proofText",
  "readAccount",
  "readBlock",
  "readOutgoing",
  "readTreasury",
  "settings",
  "treasury",
  "txId",
];

const NO_JSON_RPC = "its nodes are asked by an API of their own";
const REFERENCES = "its payments can name their order";
const SEVERAL_TRANSFERS = "one transaction can hold several transfers";

/** What a chain has besides, and why. */
const OWN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ethereum: {
    checkSignature: "its nodes tell the fields that were signed, not the bytes",
    estimateGas: "only here does a transfer name what it may use",
    readInternal: "contracts can pay in transactions of others",
  },
  solana: {
    blockhashLife: "a transaction lives as long as a block that it names",
    isSignedBy: "an address is the key itself",
    pageNodes: "the payment page sends what some wallets only sign",
    readArrivals: "anybody can name the treasury in a transaction that brings it nothing",
    readSignatures: "its nodes list the transactions of an account",
    readTransaction: "the same bytes are read for arrivals, payouts and outgoing transactions",
    readTransfers: SEVERAL_TRANSFERS,
    reference: REFERENCES,
  },
  ton: {
    canSign: "a wallet is a contract",
    comment: "a payment names its order by its comment",
    linkedTransaction: "each transaction of an account names the one before",
    knownWallets: "a wallet is a contract, of which wallet apps make a few",
    messageHash: "a transaction is called by the message that asked for it",
    mnemonic: "wallet apps give their key as words",
    nodeApi: NO_JSON_RPC,
    outgoing: "what the treasury sent is in messages of its transactions",
    readPart: "its transactions are listed by account and placed in blocks",
    readTransactions: "its nodes list the transactions of an account",
    readTransfers: SEVERAL_TRANSFERS,
    reference: REFERENCES,
    telegramWallet: "the messenger's own wallet changes its key under one address",
    tonConnect: "its wallets are reached over bridges",
    tonConnectWallets: "the wallets that TON Connect offers",
  },
  tron: {
    fees: "bandwidth and activation have prices of the network",
    nodeApi: NO_JSON_RPC,
    protobuf: "what is signed is in Protocol Buffers",
    rawTransaction: "what is signed is read and written here",
    walletNodes: "wallets ask their own node from the payment page",
  },
};

const files = globSync("server/chains/*/*.ts").filter((file) => !file.endsWith(".test.ts"));
const folders = Map.groupBy(files, (file) => path.basename(path.dirname(file)));

test("the four chains have folders", () => {
  expect([...folders.keys()].toSorted()).toEqual(Object.keys(OWN));
});

test.each(Object.entries(OWN))("the folder of %s has the files of all chains, and its own", (chain, own) => {
  const names = (folders.get(chain) ?? []).map((file) => path.basename(file, ".ts"));
  expect(names.toSorted()).toEqual([...COMMON, ...Object.keys(own)].toSorted());
});
