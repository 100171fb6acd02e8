import { expect, test } from "vitest";
import {
  createTestSigner,
  drawSigner,
  makeDrawEvidence,
  signRoot,
  signTestRound,
  TEST_CHAIN,
} from "#tests/support/makeDrawEvidence.ts";
import { QUICKNET } from "./beacon.ts";
import type { Receipt } from "./receipt.ts";
import { type OwnDraw, verifyOwnDraw } from "./verifyOwnDraw.ts";

const { evidence, receipts } = makeDrawEvidence(["0.5", "0.25", "1.25"], [4]);
const [window] = evidence.windows;
const [won] = evidence.shares;
const receipt = receipts.find(({ entryId }) => entryId === won?.entryId) as Receipt;
const root = window!.root!;

const truth: OwnDraw = {
  tgUserId: String(receipt.place),
  receipt,
  toldReceipt: receipt,
  root,
  toldRoot: root,
  signature: window!.signature,
  status: "won",
  share: { slot: won!.slot, salt: won!.salt, path: won!.path },
  amount: won!.amount,
  count: evidence.count,
  keys: evidence.keys,
};
const find = (change: Partial<OwnDraw>, chain = TEST_CHAIN) =>
  verifyOwnDraw({ ...truth, ...change }, chain).map(({ fault }) => fault);

/** Another receipt of the operator's key. */
function sign(change: Partial<Receipt>): Receipt {
  const { signature: _, nonce, ...body } = receipt;
  return { ...drawSigner.sign({ ...body, ...change }), nonce };
}

test("who won and who lost truly find nothing", () => {
  expect(find({})).toEqual([]);
  expect(find({ share: null, amount: null })).toEqual([]);
  expect(find({ root: null })).toEqual([]);
});

const body = { round: root.round, root: root.root, draws: root.draws };
const late = signRoot({ ...body, madeAt: new Date(Date.parse(root.madeAt) + 2_000) });
const other = signRoot({ ...body, root: "c".repeat(64), madeAt: new Date(root.madeAt) });

test.each<[string, Partial<OwnDraw>, string]>([
  ["another amount", { amount: "9" }, "wrongAmount"],
  ["an amount of another slot", { share: { ...truth.share!, slot: 4 - won!.slot } }, "wrongAmount"],
  ["an amount without a proof", { share: null }, "wrongAmount"],
  ["a proof without an amount", { amount: null }, "wrongAmount"],
  ["another number of shares", { count: 5 }, "wrongAmount"],
  ["another round", { signature: signTestRound(receipt.round + 1) }, "wrongSignature"],
  ["a result without its round", { signature: null }, "wrongSignature"],
  ["a loss without its round", { status: "lost", signature: null, share: null, amount: null }, "wrongSignature"],
  ["a receipt of a round before the close", { receipt: sign({ round: receipt.round - 2 }) }, "wrongRound"],
  ["a receipt after the close", { receipt: sign({ enteredAt: receipt.closesAt }) }, "lateEntry"],
  ["the receipt of somebody else's entry", { tgUserId: "77" }, "foreignReceipt"],
  ["a receipt that nobody signed", { receipt: { ...receipt, place: 9 } }, "wrongReceipt"],
  ["another receipt than at first", { toldReceipt: sign({ place: 9 }) }, "changedDraw"],
  ["a key whose certificate is none", { keys: [{ ...evidence.keys[0]!, certificate: "0".repeat(128) }] }, "foreignKey"],
  ["two roots", { toldRoot: other }, "twoRoots"],
  [
    "a root of another key",
    { root: signRoot({ ...body, madeAt: new Date(root.madeAt) }, createTestSigner(9)) },
    "wrongRootKey",
  ],
  [
    "a root of another round",
    { root: signRoot({ ...body, round: root.round + 1, madeAt: new Date(root.madeAt) }) },
    "wrongRootKey",
  ],
])("finds %s", (_, change, fault) => {
  expect(find(change)).toContain(fault);
});

test("finds a foreign beacon", () => {
  expect(find({}, QUICKNET)).toContain("foreignChain");
  expect(find({}, { ...TEST_CHAIN, publicKey: QUICKNET.publicKey })).toEqual(["wrongSignature"]);
});

test.each<[string, Partial<OwnDraw>, string[]]>([
  ["no receipt", { receipt: null }, ["noReceipt"]],
  ["no root", { root: null, toldRoot: null }, ["noRoot"]],
  ["a root that came late", { root: late, toldRoot: late }, ["lateRoot"]],
  ["a draw that waits", { status: "waiting", signature: null, share: null, amount: null }, ["waiting"]],
  ["no draw", { signature: null, status: "undrawn", share: null, amount: null }, ["undrawn"]],
])("says of %s that it is not proven", (_, change, faults) => {
  expect(find(change)).toEqual(faults);
});
