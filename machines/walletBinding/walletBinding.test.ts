import { expect, test } from "vitest";
import { waitFor } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { ADDRESS_RULES } from "#domain/address/addressRules.ts";
import { openChart, provideWorld } from "#tests/support/openChart.ts";
import { OFFLINE, refuse } from "#tests/support/refusal.ts";
import { scriptPrompt } from "#tests/support/scriptPrompt.ts";
import type { Failure } from "../kit/failure.ts";
import type { SecuredAttempt, SecuredResult } from "../securityCodePrompt/securedAttempt.ts";
import { viewSecurityCodePrompt } from "../securityCodePrompt/securityCodePrompt.view.ts";
import { type ConnectedAccount, walletConnectionMachine } from "../walletConnection/walletConnection.machine.ts";
import { viewWalletConnection } from "../walletConnection/walletConnection.view.ts";
import { type WalletBindingInput, walletBindingMachine, type WalletOptions } from "./walletBinding.machine.ts";
import { viewWalletBinding } from "./walletBinding.view.ts";
import { sampleChallenge, sampleTonKind, sampleWallet } from "#tests/support/samples.ts";

type Wallet = components["schemas"]["Wallet"];

const { address: ADDRESS } = sampleWallet;
const TEST_ONLY = "0QDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPleK";
const TON = "UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI";
/** Wallets of the messenger, which prove their address while they connect. */
const TON_KINDS: WalletBindingInput["walletKinds"] = { Ton: sampleTonKind };

/** What the page is opened with, and what the server knows. */
type Known = Partial<
  WalletOptions &
    WalletBindingInput & {
      listRefusal: Failure;
      /** Whether the person has set a code, which the server asks for. */
      isGuarded: boolean;
    }
>;

/** A server that keeps the wallets of one person, and what it refuses; beside it a wallet that shows `account`. */
function openWallets({
  maxWallets = 4,
  networkIds = {},
  walletTypes = ["ETH", "Ton"],
  payingTypes = walletTypes,
  blockingTypes = [],
  wallets = [],
  listRefusal,
  isGuarded = false,
  ...input
}: Known = {}) {
  const kept: Wallet[] = [...wallets];
  const asked: unknown[] = [];
  const server = { refusal: null as Failure | null, listRefusal: listRefusal ?? null };
  const account: ConnectedAccount = { address: TON, networkId: networkIds.Ton ?? null };
  const keep = (wallet: Wallet): Wallet => {
    kept.splice(0, kept.length, ...kept.filter(({ type }) => type !== wallet.type), wallet);
    return wallet;
  };
  const perform = (attempt: SecuredAttempt): SecuredResult => {
    if (attempt.kind === "bindWallet") {
      const { type, proof, address: typed } = attempt;
      asked.push(proof ?? { type, address: typed });
      if (server.refusal !== null) throw server.refusal;
      const address = ADDRESS_RULES[type].normalize(typed);
      if (address === null) throw refuse("invalidRequest", { message: "Its checksum is wrong." });
      const walletId = `w${proof === undefined ? kept.length + 1 : 7}`;
      return { kind: "bindWallet", wallet: keep({ walletId, type, address, proven: proof !== undefined }) };
    }
    if (attempt.kind !== "unbindWallet") throw new Error("wallets alone are asked for here");
    if (server.refusal !== null) throw server.refusal;
    kept.splice(0, kept.length, ...kept.filter(({ walletId }) => walletId !== attempt.walletId));
    return { kind: "unbindWallet" };
  };
  const bindWallet = (wanted: Omit<Extract<SecuredAttempt, { kind: "bindWallet" }>, "kind">): Wallet => {
    const result = isGuarded ? null : perform({ kind: "bindWallet", ...wanted });
    if (result?.kind !== "bindWallet") throw refuse("securityCodeRequired");
    return result.wallet;
  };
  const securityCodePrompt = scriptPrompt(async (attempt) => perform(attempt));
  const chart = openChart(walletBindingMachine, viewWalletBinding, {
    input: { address: "", walletKinds: {}, walletType: null, ...input },
    world: {
      loadWallets: () => {
        if (server.listRefusal !== null) throw server.listRefusal;
        return { wallets: [...kept], walletTypes, payingTypes, networkIds, blockingTypes, maxWallets };
      },
      bindWallet,
      unbindWallet: ({ walletId }) => {
        if (isGuarded) throw refuse("securityCodeRequired");
        perform({ kind: "unbindWallet", walletId });
        return null;
      },
      securityCodePrompt,
      walletConnection: provideWorld(walletConnectionMachine, {
        detect: () => [{ connectorId: "purse", name: "Purse", icon: null }],
        requestChallenge: () => sampleChallenge,
        connect: ({ message }) => ({ account: { ...account }, proof: { signature: `proof of ${message}` } }),
        submitProof: bindWallet,
        securityCodePrompt,
      }),
    },
    events: [{ type: "ui.open" }],
  });
  const { actor, see, send, press, listTold } = chart;
  const listConnectable = () =>
    chart
      .look()
      .actions.flatMap(({ event, enabled, labelKey }) =>
        event.type === "ui.connect" && enabled ? [[event.walletType, labelKey]] : [],
      );
  const type = (value: string) => send({ type: "ui.type", field: "address", value });
  const submit = async (value = ADDRESS, walletType: Wallet["type"] = "ETH") => {
    await see("choosing");
    send({ type: "ui.chooseType", walletType });
    type(value);
    send({ type: "ui.submit" });
  };
  /** A wallet that is bound, and the form anew. */
  const bind = async () => {
    await submit();
    const view = await see("bound");
    press("ui.continue");
    return view;
  };
  const unbind = async () => {
    await see("choosing");
    send({ type: "ui.unbind", walletId: "w1" });
    const view = await see("confirmingUnbind");
    press("ui.confirm");
    return view;
  };
  const connect = async () => {
    await see("choosing");
    send({ type: "ui.connect", walletType: "Ton" });
    return seeConnection(chart, "explainingProof");
  };
  const sign = async () => {
    findConnection(chart).send({ type: "ui.sign" });
    if (isGuarded) await waitFor(findConnection(chart), (snapshot) => snapshot.matches("askingCode"));
  };
  /** The question for the code, of the page or of the connection. */
  const findPrompt = () => {
    const { securityCodePrompt: own, walletConnection } = actor.getSnapshot().children;
    const prompt = own ?? walletConnection?.getSnapshot().children.securityCodePrompt;
    if (prompt === undefined) throw new Error("nobody asks for the code");
    return prompt;
  };
  const seePrompt = async () => {
    await waitFor(findPrompt(), ({ value }) => value === "asking");
    return viewSecurityCodePrompt(findPrompt().getSnapshot());
  };
  const enterCode = () => {
    findPrompt().send({ type: "ui.type", field: "securityCode", value: "R1ghtone" });
    findPrompt().send({ type: "ui.submit" });
  };
  const listDrafts = () => listTold("draft.changed").map(({ text }) => text);
  const countChanges = () => listTold("app.userChanged").length;
  return {
    ...chart,
    server,
    account,
    listConnectable,
    type,
    submit,
    bind,
    unbind,
    connect,
    sign,
    findPrompt,
    seePrompt,
    enterCode,
    kept,
    asked,
    listDrafts,
    countChanges,
  };
}

type Page = Pick<ReturnType<typeof openWallets>, "actor">;

function findConnection({ actor }: Page) {
  const connection = actor.getSnapshot().children.walletConnection;
  if (connection === undefined) throw new Error("no wallet is being connected");
  return connection;
}

async function seeConnection(page: Page, state: string) {
  const snapshot = await waitFor(findConnection(page), (each) => viewWalletConnection(each).state === state);
  return viewWalletConnection(snapshot);
}

test("a person binds by typing, without a signature, as the server spells it, and unbinds again", async () => {
  const { see, listControls, submit, unbind, kept, asked, press, listDrafts, countChanges } = openWallets();
  await see("choosing");
  expect(listControls()).toEqual(["ui.chooseType", "ui.chooseType", "ui.submit"]);
  await submit(` ${ADDRESS.toLowerCase()} `);
  const wallet = { ...sampleWallet, proven: false };
  expect(await see("bound")).toMatchObject({
    wallets: [wallet],
    freeTypes: ["Ton"],
    boundWallet: wallet,
    address: "",
  });
  expect([asked, kept]).toEqual([[{ type: "ETH", address: ADDRESS.toLowerCase() }], [wallet]]);
  expect(listDrafts()).toEqual([` ${ADDRESS.toLowerCase()} `, ""]);
  press("ui.continue");
  const asking = await unbind();
  expect(asking.walletToUnbind).toEqual(wallet);
  // The main button stays beneath the question: hiding it would resize the app.
  expect(asking.actions).toContainEqual(expect.objectContaining({ event: { type: "ui.submit" }, enabled: false }));
  expect((await see("unbound")).wallets).toEqual([]);
  expect(countChanges()).toBe(2);
});

test("a bound wallet is for paying where its coin can be sent, else for withdrawing what is left", async () => {
  const { bind, unbind, see, connect, sign, press } = openWallets({ payingTypes: ["Ton"], walletKinds: TON_KINDS });
  expect(await bind()).toMatchObject({ boundWallet: { type: "ETH" }, boundTextKey: "wallet:binding.boundToWithdraw" });
  await unbind();
  await see("unbound");
  press("ui.continue");
  await connect();
  await sign();
  expect(await see("bound")).toMatchObject({ boundWallet: { type: "Ton" }, boundTextKey: "wallet:binding.boundText" });
});

test("asking to unbind is not unbinding: back keeps the wallet", async () => {
  const { see, bind, kept, send, press } = openWallets();
  await bind();
  send({ type: "ui.unbind", walletId: "w1" });
  await see("confirmingUnbind");
  press("ui.back");
  expect((await see("choosing")).wallets).toHaveLength(1);
  expect(kept).toHaveLength(1);
});

test("a second wallet of a type is refused before the server is asked, and allowed after unbinding", async () => {
  const { see, submit, bind, unbind, kept, press } = openWallets();
  await bind();
  await submit();
  expect((await see("choosing")).problems.walletType).toBe("wallet:problem.typeBound");
  expect(kept).toHaveLength(1);
  await unbind();
  await see("unbound");
  press("ui.continue");
  await bind();
  expect(kept).toHaveLength(1);
});

test("no type is offered at the limit, and the free ones again once a wallet is unbound", async () => {
  const { see, submit, bind, unbind, kept } = openWallets({ maxWallets: 1 });
  expect(await bind()).toMatchObject({ freeTypes: [], isFull: true, walletType: null });
  await submit("", "Ton");
  expect((await see("choosing")).problems.walletType).toBe("errors:walletLimitReached");
  expect(kept).toHaveLength(1);
  await unbind();
  expect(await see("unbound")).toMatchObject({ freeTypes: ["ETH", "Ton"], isFull: false });
});

test("the last free type is chosen without asking, and left once it is bound", async () => {
  const { see, bind, unbind, send } = openWallets();
  expect((await see("choosing")).walletType).toBeNull();
  expect((await bind()).walletType).toBe("Ton");
  send({ type: "ui.chooseType", walletType: "ETH" });
  await unbind();
  expect((await see("unbound")).walletType).toBe("ETH");
});

test.each([
  ["ETH", `0x${"0".repeat(40)}`, "wallet:addressMistake.zero"],
  ["ETH", ADDRESS.slice(0, -1), "wallet:problem.addressInvalid"],
  ["Ton", TEST_ONLY, "wallet:addressMistake.testNetwork"],
  ["Solana", "TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL", "wallet:addressMistake.otherChain"],
] as const)("what shows at a glance is told without asking the server: %s, %s", async (walletType, value, problem) => {
  const { see, submit, asked } = openWallets({
    walletTypes: ["ETH", "Ton", "Solana"],
    networkIds: { Ton: "tvm:-239" },
  });
  await submit(value, walletType);
  expect((await see("choosing")).problems.address).toBe(problem);
  expect(asked).toEqual([]);
});

test("an address for test networks is bound on one", async () => {
  const { see, submit, asked } = openWallets({ networkIds: { Ton: "tvm:-3" } });
  await submit(TEST_ONLY, "Ton");
  await see("bound");
  expect(asked).toEqual([{ type: "Ton", address: TEST_ONLY }]);
});

test("a typed address is checked by the form of the chosen type", async () => {
  const { see, asked, send, type } = openWallets();
  await see("choosing");
  type(ADDRESS);
  send({ type: "ui.chooseType", walletType: "Ton" });
  send({ type: "ui.submit" });
  expect((await see("choosing")).problems.address).toBe("wallet:addressMistake.otherChain");
  const address = "EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHF";
  type(address);
  send({ type: "ui.submit" });
  await see("bound");
  expect(asked).toEqual([{ type: "Ton", address }]);
});

test("problems show only once the form was sent", async () => {
  const { see, send, type } = openWallets();
  expect((await see("choosing")).problems).toEqual({ walletType: null, address: null });
  send({ type: "ui.submit" });
  expect((await see("choosing")).problems).toEqual({
    walletType: "wallet:problem.typeRequired",
    address: "wallet:problem.addressRequired",
  });
  send({ type: "ui.chooseType", walletType: "ETH" });
  type("0x12");
  expect((await see("choosing")).problems).toEqual({
    walletType: null,
    address: "wallet:problem.addressInvalid",
  });
});

test.each([
  ["", "wallet:problem.addressInvalid"],
  ["Its checksum is wrong.", "app:toast.told"],
])("what the server says of the address, %o, is told in the form until it is put right", async (message, problem) => {
  const { server, see, submit, asked, send, type } = openWallets();
  server.refusal = refuse("invalidRequest", { message });
  const typed = ADDRESS.toLowerCase();
  await submit(typed);
  expect(await see("choosing")).toMatchObject({
    problems: { walletType: null, address: problem },
    addressRefusal: message,
    address: typed,
    failureKey: null,
  });
  send({ type: "ui.submit" });
  expect(asked).toHaveLength(1);
  // It was said of an address of this type.
  send({ type: "ui.chooseType", walletType: "ETH" });
  expect((await see("choosing")).problems.address).toBeNull();
  type(ADDRESS);
  expect((await see("choosing")).problems.address).toBeNull();
  server.refusal = null;
  send({ type: "ui.submit" });
  expect((await see("bound")).boundWallet).toMatchObject({ address: ADDRESS });
});

test.each<[string, Failure, string]>([
  ["a contract wallet", refuse("walletUnsupported"), "errors:walletUnsupported"],
  ["bound by somebody", refuse("walletAlreadyBound"), "errors:walletAlreadyBound"],
  ["the limit", refuse("walletLimitReached"), "errors:walletLimitReached"],
  ["no network", OFFLINE, "errors:network"],
])("a refused binding says why and keeps what was typed: %s", async (_, refusal, failureKey) => {
  const { server, see, submit, kept, press, listDrafts } = openWallets();
  server.refusal = refusal;
  await submit();
  expect((await see("failed")).failureKey).toBe(failureKey);
  press("ui.retry");
  expect(await see("choosing")).toMatchObject({ address: ADDRESS });
  expect([kept, listDrafts()]).toEqual([[], [ADDRESS]]);
});

test.each([
  ["is gone", refuse("notFound"), "errors:walletNotBound"],
  ["cannot be reached", OFFLINE, "errors:network"],
])("a wallet that %s is not unbound, and the page says why", async (_, refusal, failureKey) => {
  const { server, see, bind, unbind } = openWallets();
  await bind();
  server.refusal = refusal;
  await unbind();
  expect((await see("failed")).failureKey).toBe(failureKey);
});

test.each<[string, Failure, string]>([
  ["whose answer is lost", OFFLINE, "errors:network"],
  ["that the server broke after", refuse("internal"), "errors:internal"],
  ["that was done in another tab", refuse("notFound"), "errors:walletNotBound"],
])("an unbinding %s shows in the list that is read again, and its type is free", async (_, refusal, failureKey) => {
  const { server, see, bind, unbind, kept, press, countChanges } = openWallets();
  await bind();
  server.refusal = refusal;
  await unbind();
  expect((await see("failed")).failureKey).toBe(failureKey);
  kept.length = 0;
  server.refusal = null;
  press("ui.retry");
  expect((await see("choosing")).wallets).toEqual([]);
  expect(countChanges()).toBe(2);
  await bind();
  expect(kept).toHaveLength(1);
});

test("a connection that is given up shows in the list what the server had bound meanwhile", async () => {
  const { actor, see, connect, kept } = openWallets({ walletKinds: TON_KINDS });
  await connect();
  const bound: Wallet = { walletId: "w7", type: "Ton", address: TON, proven: true };
  kept.push(bound);
  findConnection({ actor }).send({ type: "ui.cancel" });
  await see("loading");
  expect((await see("choosing")).wallets).toEqual([bound]);
});

test("without an answer the list is read afresh, and nothing of it shows before it is", async () => {
  const { server, see, listControls, submit, bind, unbind, kept, press } = openWallets();
  await bind();
  for (const act of [() => submit(TON, "Ton"), unbind]) {
    server.refusal = { kind: "timeout" };
    await act();
    expect(await see("timedOut")).toMatchObject({ failureKey: "wallet:binding.timedOut", walletToUnbind: null });
    expect(listControls()).toEqual(["ui.retry"]);
    server.listRefusal = OFFLINE;
    press("ui.retry");
    expect((await see("loading")).wallets).toEqual([]);
    expect((await see("failed")).failureKey).toBe("errors:network");
    server.listRefusal = null;
    press("ui.retry");
    await see("loading");
    expect((await see("choosing")).wallets).toEqual(kept);
  }
});

test("after an outage the list is read again by itself, and whatever shows wallets is told", async () => {
  const { server, see, bind, submit, send, kept, countChanges } = openWallets();
  await bind();
  server.refusal = OFFLINE;
  await submit(TON, "Ton");
  await see("failed");
  const before = countChanges();
  expect(send({ type: "app.online" })).toMatchObject({ state: "loading", wallets: [] });
  expect(countChanges()).toBe(before + 1);
  expect((await see("choosing")).wallets).toEqual(kept);
});

test("an address tells its type, unless that holds a wallet already", async () => {
  const { see, bind, type } = openWallets({ walletTypes: ["ETH", "Ton", "Solana"] });
  await see("choosing");
  type("B8UwBUUnKwCyKuGMbFKWaG7exYdDk2ozZrPg72NyVbfj");
  expect((await see("choosing")).walletType).toBe("Solana");
  type(ADDRESS);
  expect((await see("choosing")).walletType).toBe("ETH");
  await bind();
  type(ADDRESS);
  expect((await see("choosing")).walletType).toBeNull();
});

test("a refused secret leaves an empty field, no draft and a warning that goes with the next key", async () => {
  const { see, send, type, listDrafts } = openWallets();
  await see("choosing");
  type("0x");
  send({ type: "ui.refuseSecret" });
  expect(await see("choosing")).toMatchObject({ address: "", problems: { address: "wallet:problem.secret" } });
  expect(listDrafts()).toEqual(["0x", ""]);
  type("0");
  expect((await see("choosing")).problems.address).toBeNull();
});

test("inside the messenger a wallet is connected and bound with its proof, whatever was typed before", async () => {
  const { see, listControls, listConnectable, connect, sign, kept, asked, send, press, listDrafts, countChanges } =
    openWallets({
      walletKinds: TON_KINDS,
      walletTypes: ["ETH", "Ton", "Solana"],
      networkIds: { Ton: "tvm:-239" },
      blockingTypes: ["Ton"],
      address: "0x12",
    });
  expect((await see("choosing")).address).toBe("0x12");
  send({ type: "ui.submit" });
  expect(listConnectable()).toEqual([["Ton", "wallet:binding.connect"]]);
  send({ type: "ui.connect", walletType: "ETH" });
  expect((await see("choosing")).walletType).toBeNull();
  // A new owner's proof of the coin blocks its withdrawals for a day, which is told before the wallet is asked.
  expect(await connect()).toMatchObject({ walletType: "Ton", expectedAddress: null, isBlocking: true });
  expect([await see("connecting"), listControls()]).toMatchObject([{ walletType: "Ton", isBusy: false }, []]);
  await sign();
  const wallet = { walletId: "w7", type: "Ton", address: TON, proven: true };
  const view = await see("bound");
  expect(view).toMatchObject({ boundWallet: wallet, wallets: [wallet], address: "", freeTypes: ["ETH", "Solana"] });
  expect(view.problems).toEqual({ walletType: null, address: null });
  expect(asked).toEqual([{ challengeId: "c1", signature: "proof of Sign me" }]);
  expect([kept, listDrafts(), countChanges()]).toEqual([[wallet], [""], 1]);
  press("ui.continue");
  expect((await see("choosing")).boundWallet).toBeNull();
  expect(listConnectable()).toEqual([]);
});

test("a wallet that was typed is proven by connecting that one alone, and the list does not grow", async () => {
  const typed: Wallet = { walletId: "w1", type: "Ton", address: TON, proven: false };
  const world = openWallets({ walletKinds: TON_KINDS, wallets: [typed], maxWallets: 1 });
  await world.see("choosing");
  expect(world.listConnectable()).toEqual([["Ton", "wallet:binding.prove"]]);
  world.account.address = TEST_ONLY;
  expect(await world.connect()).toMatchObject({ expectedAddress: TON, isBlocking: false });
  await world.sign();
  expect((await seeConnection(world, "wrongAddress")).failureKey).toBe("wallet:failure.addressMismatch");
  expect([world.kept, world.countChanges()]).toEqual([[typed], 0]);
  world.account.address = TON;
  findConnection(world).send({ type: "ui.retry" });
  await seeConnection(world, "explainingProof");
  await world.sign();
  const view = await world.see("bound");
  expect(view.wallets).toEqual([{ walletId: "w7", type: "Ton", address: TON, proven: true }]);
  expect(world.listConnectable()).toEqual([]);
});

test("giving the connection up leads back to the form as it was, with a type that can still be bound", async () => {
  const typed: Wallet = { walletId: "w1", type: "Ton", address: TON, proven: false };
  const world = openWallets({ walletKinds: TON_KINDS, wallets: [typed], address: ADDRESS });
  await world.connect();
  findConnection(world).send({ type: "ui.cancel" });
  expect(await world.see("choosing")).toMatchObject({
    walletType: "ETH",
    address: ADDRESS,
    wallets: [typed],
    failureKey: null,
  });
  expect([world.countChanges(), world.listDrafts()]).toEqual([0, []]);
  world.press("ui.submit");
  expect((await world.see("bound")).boundWallet).toMatchObject({ type: "ETH", address: ADDRESS });
});

test.each([
  [OFFLINE, "failed", "errors:network"],
  [{ kind: "timeout" } as const, "timedOut", "wallet:binding.timedOut"],
])("a list that cannot be read says why (%o) and is read again, with what was chosen before", async (...row) => {
  const [refusal, state, failureKey] = row;
  const { server, see, listControls, press } = openWallets({
    walletType: "Ton",
    address: "0x12",
    listRefusal: refusal,
  });
  expect(await see(state as "failed")).toMatchObject({ failureKey, wallets: [] });
  expect(listControls()).toEqual(["ui.retry"]);
  server.listRefusal = null;
  press("ui.retry");
  expect(await see("loading")).toMatchObject({ isBusy: true, failureKey: null });
  expect(await see("choosing")).toMatchObject({ walletType: "Ton", address: "0x12", freeTypes: ["ETH", "Ton"] });
});

const MINE: Wallet = { ...sampleWallet, proven: false };

test("a code that is set is asked for before a wallet is bound or unbound, and what is asked says what for", async () => {
  const { see, seePrompt, enterCode, submit, unbind, kept, press, listDrafts, countChanges } = openWallets({
    isGuarded: true,
  });
  await submit();
  await see("askingCode");
  expect((await seePrompt()).purpose).toBe("bindWallet");
  expect(kept).toEqual([]);
  enterCode();
  expect((await see("bound")).boundWallet?.address).toBe(ADDRESS);
  expect([kept, listDrafts(), countChanges()]).toEqual([[MINE], [ADDRESS, ""], 1]);
  press("ui.continue");
  await unbind();
  await see("askingCode");
  expect((await seePrompt()).purpose).toBe("unbindWallet");
  expect(kept).toEqual([MINE]);
  enterCode();
  expect((await see("unbound")).wallets).toEqual([]);
  expect([kept, countChanges()]).toEqual([[], 2]);
});

test.each([
  ["gives up the question", "ui.cancel", []],
  ["has forgotten the code", "ui.forgot", ["code.wanted"]],
] as const)("who %s changes nothing, and keeps what was typed", async (_, end, news) => {
  const unbinding = openWallets({ isGuarded: true, wallets: [MINE] });
  await unbinding.unbind();
  await unbinding.see("askingCode");
  unbinding.findPrompt().send({ type: end });
  expect(await unbinding.see("choosing")).toMatchObject({ wallets: [MINE], walletToUnbind: null, failureKey: null });
  const binding = openWallets({ isGuarded: true });
  await binding.submit();
  await binding.see("askingCode");
  binding.findPrompt().send({ type: end });
  expect(await binding.see("choosing")).toMatchObject({ wallets: [], address: ADDRESS, failureKey: null });
  const connecting = openWallets({ isGuarded: true, walletKinds: TON_KINDS });
  await connecting.connect();
  await connecting.sign();
  connecting.findPrompt().send({ type: end });
  expect(await connecting.see("choosing")).toMatchObject({ walletType: "Ton", wallets: [], failureKey: null });
  for (const { emitted, kept, asked } of [unbinding, binding, connecting]) {
    expect(emitted.map(({ type }) => type).filter((type) => type !== "draft.changed")).toEqual(news);
    expect([kept.length, asked]).toEqual([kept === unbinding.kept ? 1 : 0, []]);
  }
});

test("a proof waits for the security code, too, and what is tried next is asked for anew", async () => {
  const { see, seePrompt, enterCode, submit, connect, sign, kept, press, listDrafts, countChanges } = openWallets({
    isGuarded: true,
    walletKinds: TON_KINDS,
  });
  await connect();
  await sign();
  expect((await seePrompt()).purpose).toBe("bindWallet");
  enterCode();
  const proven = { walletId: "w7", type: "Ton", address: TON, proven: true };
  expect(await see("bound")).toMatchObject({ boundWallet: proven, wallets: [proven] });
  expect([kept, listDrafts(), countChanges()]).toEqual([[proven], [""], 1]);
  press("ui.continue");
  await submit();
  await see("askingCode");
  enterCode();
  expect((await see("bound")).boundWallet).toMatchObject({ type: "ETH", address: ADDRESS, proven: false });
});

test.each<[string, Failure, "failed" | "timedOut", string]>([
  ["refuses for another reason", refuse("walletAlreadyBound"), "failed", "errors:walletAlreadyBound"],
  ["does not answer", { kind: "timeout" }, "timedOut", "wallet:binding.timedOut"],
])("a server that %s after the code is asked again with what the person tries next", async (...row) => {
  const [, refusal, state, failureKey] = row;
  const { server, see, enterCode, submit, unbind, kept, press, countChanges } = openWallets({
    isGuarded: true,
    wallets: [MINE],
  });
  server.refusal = refusal;
  await unbind();
  await see("askingCode");
  enterCode();
  expect(await see(state)).toMatchObject({ failureKey, walletToUnbind: null });
  expect([kept, countChanges()]).toEqual([[MINE], 0]);
  press("ui.retry");
  server.refusal = null;
  await unbind();
  await see("askingCode");
  enterCode();
  await see("unbound");
  press("ui.continue");
  await submit();
  await see("askingCode");
  enterCode();
  expect((await see("bound")).boundWallet).toMatchObject({ type: "ETH", proven: false });
});
