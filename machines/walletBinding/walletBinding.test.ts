import { expect, test } from "vitest";
import { type ActorRefFrom, createActor, fromPromise, waitFor } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { ADDRESS_RULES } from "#domain/address/addressRules.ts";
import { scriptPrompt } from "#tests/support/scriptPrompt.ts";
import type { Failure } from "../kit/failure.ts";
import type { SecuredAttempt, SecuredResult } from "../securityCodePrompt/securedAttempt.ts";
import { viewSecurityCodePrompt } from "../securityCodePrompt/securityCodePrompt.view.ts";
import {
  type AnnouncedWallet,
  type ConnectedAccount,
  type ConnectionAnswer,
  type ConnectionRequest,
  type OwnershipProof,
  walletConnectionMachine,
  type WalletWatch,
} from "../walletConnection/walletConnection.machine.ts";
import { viewWalletConnection } from "../walletConnection/walletConnection.view.ts";
import { type WalletBindingInput, walletBindingMachine, type WalletOptions } from "./walletBinding.machine.ts";
import { viewWalletBinding } from "./walletBinding.view.ts";

type Wallet = components["schemas"]["Wallet"];

const ADDRESS = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const TEST_ONLY = "0QDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPleK";

const refuse = (error: Extract<Failure, { kind: "api" }>["error"], message = ""): Failure => ({
  kind: "api",
  error,
  message,
});

const TON = "UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI";
/** Wallets of the messenger, which prove their address while they connect. */
const TON_KINDS: WalletBindingInput["walletKinds"] = {
  Ton: {
    capabilities: { discovery: true, networkSwitch: false, messageSigning: false, proofWhileConnecting: true },
    installUrl: "https://ton.org/wallets",
  },
};

/** The connection of such a wallet, which shows `account`. */
function createConnection(account: ConnectedAccount, submit: (proof: OwnershipProof) => Promise<Wallet>) {
  return walletConnectionMachine.provide({
    actors: {
      detect: fromPromise<readonly AnnouncedWallet[], { walletType: Wallet["type"] }>(async () => [
        { connectorId: "purse", name: "Purse", icon: null },
      ]),
      requestChallenge: fromPromise(async () => ({ challengeId: "c1", message: "Prove me", expiresAt: "" })),
      connect: fromPromise<ConnectionAnswer, ConnectionRequest>(async ({ input: { message } }) => ({
        account: { ...account },
        proof: { signature: `proof of ${message}` },
      })),
      submitProof: fromPromise<Wallet, OwnershipProof>(async ({ input }) => submit(input)),
      watch: fromPromise<ConnectedAccount, WalletWatch>(() => Promise.withResolvers<ConnectedAccount>().promise),
    },
  });
}

/** What the page is opened with, and what the server knows. */
type World = Partial<WalletOptions & WalletBindingInput & { listRefusal: Failure }>;

/** A server that keeps the wallets of one person, and what it refuses. */
function openWallets({
  maxWallets = 4,
  networkIds = {},
  walletTypes = ["ETH", "Ton"],
  payingTypes = walletTypes,
  blockingTypes = [],
  wallets = [],
  listRefusal,
  ...input
}: World = {}) {
  const kept: Wallet[] = [...wallets];
  const asked: unknown[] = [];
  const server = { refusal: null as Failure | null, listRefusal: listRefusal ?? null };
  const account: ConnectedAccount = { address: TON, networkId: networkIds.Ton ?? null };
  const machine = walletBindingMachine.provide({
    actors: {
      loadWallets: fromPromise<WalletOptions, undefined>(async () => {
        if (server.listRefusal !== null) throw server.listRefusal;
        return { wallets: [...kept], walletTypes, payingTypes, networkIds, blockingTypes, maxWallets };
      }),
      bindWallet: fromPromise<Wallet, { type: Wallet["type"]; address: string }>(async ({ input }) => {
        asked.push(input);
        if (server.refusal !== null) throw server.refusal;
        const address = ADDRESS_RULES[input.type].normalize(input.address);
        if (address === null) throw refuse("invalidRequest", "Its checksum is wrong.");
        const wallet: Wallet = { walletId: `w${kept.length + 1}`, type: input.type, address, proven: false };
        kept.push(wallet);
        return wallet;
      }),
      unbindWallet: fromPromise<null, { walletId: string }>(async ({ input }) => {
        if (server.refusal !== null) throw server.refusal;
        kept.splice(
          kept.findIndex(({ walletId }) => walletId === input.walletId),
          1,
        );
        return null;
      }),
      walletConnection: createConnection(account, async ({ type, address, proof }) => {
        asked.push(proof);
        const wallet: Wallet = { walletId: "w7", type, address, proven: true };
        kept.splice(0, kept.length, ...kept.filter((other) => other.type !== type), wallet);
        return wallet;
      }),
    },
  });
  const told: string[] = [];
  const drafts: (string | null)[] = [];
  const actor = createActor(machine, { input: { address: "", walletKinds: {}, walletType: null, ...input } });
  actor.on("draft.changed", ({ address }) => drafts.push(address));
  actor.on("app.userChanged", ({ type }) => told.push(type));
  actor.start();
  actor.send({ type: "ui.open" });
  const see = async (state: ReturnType<typeof actor.getSnapshot>["value"]) =>
    viewWalletBinding(await waitFor(actor, ({ value }) => value === state));
  const listControls = () =>
    viewWalletBinding(actor.getSnapshot())
      .actions.filter(({ enabled }) => enabled)
      .map(({ event }) => event.type);
  const listConnectable = () =>
    viewWalletBinding(actor.getSnapshot()).actions.flatMap(({ event, enabled, labelKey }) =>
      event.type === "ui.connect" && enabled ? [[event.walletType, labelKey]] : [],
    );
  const submit = async (value = ADDRESS, walletType: Wallet["type"] = "ETH") => {
    await see("choosing");
    actor.send({ type: "ui.chooseType", walletType });
    actor.send({ type: "ui.type", field: "address", value });
    actor.send({ type: "ui.submit" });
  };
  /** A wallet that is bound, and the form anew. */
  const bind = async () => {
    await submit();
    const view = await see("bound");
    actor.send({ type: "ui.continue" });
    return view;
  };
  const unbind = async () => {
    actor.send({ type: "ui.unbind", walletId: "w1" });
    const view = await see("confirmingUnbind");
    actor.send({ type: "ui.confirm" });
    return view;
  };
  const connect = async () => {
    await see("choosing");
    actor.send({ type: "ui.connect", walletType: "Ton" });
    return seeConnection(actor, "explainingProof");
  };
  return {
    server,
    account,
    actor,
    see,
    listControls,
    listConnectable,
    submit,
    bind,
    unbind,
    connect,
    kept,
    asked,
    told,
    drafts,
  };
}

function findConnection(actor: ActorRefFrom<typeof walletBindingMachine>) {
  const connection = actor.getSnapshot().children.walletConnection;
  if (connection === undefined) throw new Error("no wallet is being connected");
  return connection;
}

async function seeConnection(actor: ActorRefFrom<typeof walletBindingMachine>, state: string) {
  const snapshot = await waitFor(findConnection(actor), (each) => viewWalletConnection(each).state === state);
  return viewWalletConnection(snapshot);
}

test("a person binds by typing, without a signature, as the server spells it, and unbinds again", async () => {
  const { actor, see, listControls, submit, unbind, kept, asked, told, drafts } = openWallets();
  await see("choosing");
  expect(listControls()).toEqual(["ui.chooseType", "ui.chooseType", "ui.submit"]);
  await submit(` ${ADDRESS.toLowerCase()} `);
  const wallet = { walletId: "w1", type: "ETH", address: ADDRESS, proven: false };
  expect(await see("bound")).toMatchObject({
    wallets: [wallet],
    freeTypes: ["Ton"],
    boundWallet: wallet,
    address: "",
  });
  expect([asked, kept]).toEqual([[{ type: "ETH", address: ADDRESS.toLowerCase() }], [wallet]]);
  expect(drafts).toEqual([` ${ADDRESS.toLowerCase()} `, null]);
  actor.send({ type: "ui.continue" });
  const asking = await unbind();
  expect(asking.walletToUnbind).toEqual(wallet);
  // The main button stays beneath the question: hiding it would resize the app.
  expect(asking.actions).toContainEqual(expect.objectContaining({ event: { type: "ui.submit" }, enabled: false }));
  expect((await see("unbound")).wallets).toEqual([]);
  expect(told).toEqual(["app.userChanged", "app.userChanged"]);
});

test("a bound wallet is for paying where its coin can be sent, else for withdrawing what is left", async () => {
  const { bind, unbind, see, actor, connect } = openWallets({ payingTypes: ["Ton"], walletKinds: TON_KINDS });
  expect(await bind()).toMatchObject({ boundWallet: { type: "ETH" }, boundTextKey: "wallet:binding.boundToWithdraw" });
  await unbind();
  await see("unbound");
  actor.send({ type: "ui.continue" });
  await connect();
  findConnection(actor).send({ type: "ui.sign" });
  expect(await see("bound")).toMatchObject({ boundWallet: { type: "Ton" }, boundTextKey: "wallet:binding.boundText" });
});

test("asking to unbind is not unbinding: back keeps the wallet", async () => {
  const { actor, see, bind, kept } = openWallets();
  await bind();
  actor.send({ type: "ui.unbind", walletId: "w1" });
  await see("confirmingUnbind");
  actor.send({ type: "ui.back" });
  expect((await see("choosing")).wallets).toHaveLength(1);
  expect(kept).toHaveLength(1);
});

test("a second wallet of a type is refused before the server is asked, and allowed after unbinding", async () => {
  const { actor, see, submit, bind, unbind, kept } = openWallets();
  await bind();
  await submit();
  expect((await see("choosing")).problems.walletType).toBe("wallet:problem.typeBound");
  expect(kept).toHaveLength(1);
  await unbind();
  await see("unbound");
  actor.send({ type: "ui.continue" });
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
  const { actor, see, bind, unbind } = openWallets();
  expect((await see("choosing")).walletType).toBeNull();
  expect((await bind()).walletType).toBe("Ton");
  actor.send({ type: "ui.chooseType", walletType: "ETH" });
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
  const { actor, see, asked } = openWallets();
  await see("choosing");
  actor.send({ type: "ui.type", field: "address", value: ADDRESS });
  actor.send({ type: "ui.chooseType", walletType: "Ton" });
  actor.send({ type: "ui.submit" });
  expect((await see("choosing")).problems.address).toBe("wallet:addressMistake.otherChain");
  const address = "EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHF";
  actor.send({ type: "ui.type", field: "address", value: address });
  actor.send({ type: "ui.submit" });
  await see("bound");
  expect(asked).toEqual([{ type: "Ton", address }]);
});

test("problems show only once the form was sent", async () => {
  const { actor, see } = openWallets();
  expect((await see("choosing")).problems).toEqual({ walletType: null, address: null });
  actor.send({ type: "ui.submit" });
  expect((await see("choosing")).problems).toEqual({
    walletType: "wallet:problem.typeRequired",
    address: "wallet:problem.addressRequired",
  });
  actor.send({ type: "ui.chooseType", walletType: "ETH" });
  actor.send({ type: "ui.type", field: "address", value: "0x12" });
  expect((await see("choosing")).problems).toEqual({
    walletType: null,
    address: "wallet:problem.addressInvalid",
  });
});

test.each([
  ["", "wallet:problem.addressInvalid"],
  ["Its checksum is wrong.", "app:toast.told"],
])("what the server says of the address, %o, is told in the form until it is put right", async (message, problem) => {
  const { server, actor, see, submit, asked } = openWallets();
  server.refusal = refuse("invalidRequest", message);
  const typed = ADDRESS.toLowerCase();
  await submit(typed);
  expect(await see("choosing")).toMatchObject({
    problems: { walletType: null, address: problem },
    addressRefusal: message,
    address: typed,
    failureKey: null,
  });
  actor.send({ type: "ui.submit" });
  expect(asked).toHaveLength(1);
  // It was said of an address of this type.
  actor.send({ type: "ui.chooseType", walletType: "ETH" });
  expect((await see("choosing")).problems.address).toBeNull();
  actor.send({ type: "ui.type", field: "address", value: ADDRESS });
  expect((await see("choosing")).problems.address).toBeNull();
  server.refusal = null;
  actor.send({ type: "ui.submit" });
  expect((await see("bound")).boundWallet).toMatchObject({ address: ADDRESS });
});

test.each<[string, Failure, string]>([
  ["a contract wallet", refuse("walletUnsupported"), "errors:walletUnsupported"],
  ["bound by somebody", refuse("walletAlreadyBound"), "errors:walletAlreadyBound"],
  ["the limit", refuse("walletLimitReached"), "errors:walletLimitReached"],
  ["no network", { kind: "network" }, "errors:network"],
])("a refused binding says why and keeps what was typed: %s", async (_, refusal, failureKey) => {
  const { server, actor, see, submit, kept, drafts } = openWallets();
  server.refusal = refusal;
  await submit();
  expect((await see("failed")).failureKey).toBe(failureKey);
  actor.send({ type: "ui.retry" });
  expect(await see("choosing")).toMatchObject({ address: ADDRESS });
  expect([kept, drafts]).toEqual([[], [ADDRESS]]);
});

test.each([
  ["is gone", refuse("notFound"), "errors:walletNotBound"],
  ["cannot be reached", { kind: "network" } as const, "errors:network"],
])("a wallet that %s is not unbound, and the page says why", async (_, refusal, failureKey) => {
  const { server, see, bind, unbind } = openWallets();
  await bind();
  server.refusal = refusal;
  await unbind();
  expect((await see("failed")).failureKey).toBe(failureKey);
});

test.each<[string, Failure, string]>([
  ["whose answer is lost", { kind: "network" }, "errors:network"],
  ["that the server broke after", refuse("internal"), "errors:internal"],
  ["that was done in another tab", refuse("notFound"), "errors:walletNotBound"],
])("an unbinding %s shows in the list that is read again, and its type is free", async (_, refusal, failureKey) => {
  const { server, actor, see, bind, unbind, kept, told } = openWallets();
  await bind();
  server.refusal = refusal;
  await unbind();
  expect((await see("failed")).failureKey).toBe(failureKey);
  kept.length = 0;
  server.refusal = null;
  actor.send({ type: "ui.retry" });
  expect((await see("choosing")).wallets).toEqual([]);
  expect(told.at(-1)).toBe("app.userChanged");
  await bind();
  expect(kept).toHaveLength(1);
});

test("a connection that is given up shows in the list what the server had bound meanwhile", async () => {
  const { actor, see, connect, kept } = openWallets({ walletKinds: TON_KINDS });
  await connect();
  const bound: Wallet = { walletId: "w7", type: "Ton", address: TON, proven: true };
  kept.push(bound);
  findConnection(actor).send({ type: "ui.cancel" });
  await see("loading");
  expect((await see("choosing")).wallets).toEqual([bound]);
});

test("without an answer the list is read afresh, and nothing of it shows before it is", async () => {
  const { server, actor, see, listControls, submit, bind, unbind, kept } = openWallets();
  await bind();
  for (const act of [() => submit(TON, "Ton"), unbind]) {
    server.refusal = { kind: "timeout" };
    await act();
    expect(await see("timedOut")).toMatchObject({ failureKey: "wallet:binding.timedOut", walletToUnbind: null });
    expect(listControls()).toEqual(["ui.retry"]);
    server.listRefusal = { kind: "network" };
    actor.send({ type: "ui.retry" });
    expect((await see("loading")).wallets).toEqual([]);
    expect((await see("failed")).failureKey).toBe("errors:network");
    server.listRefusal = null;
    actor.send({ type: "ui.retry" });
    await see("loading");
    expect((await see("choosing")).wallets).toEqual(kept);
  }
});

test("an address tells its type, unless that holds a wallet already", async () => {
  const { actor, see, bind } = openWallets({ walletTypes: ["ETH", "Ton", "Solana"] });
  await see("choosing");
  actor.send({ type: "ui.type", field: "address", value: "B8UwBUUnKwCyKuGMbFKWaG7exYdDk2ozZrPg72NyVbfj" });
  expect((await see("choosing")).walletType).toBe("Solana");
  actor.send({ type: "ui.type", field: "address", value: ADDRESS });
  expect((await see("choosing")).walletType).toBe("ETH");
  await bind();
  actor.send({ type: "ui.type", field: "address", value: ADDRESS });
  expect((await see("choosing")).walletType).toBeNull();
});

test("a refused secret leaves an empty field, no draft and a warning that goes with the next key", async () => {
  const { actor, see, drafts } = openWallets();
  await see("choosing");
  actor.send({ type: "ui.type", field: "address", value: "0x" });
  actor.send({ type: "ui.refuseSecret" });
  expect(await see("choosing")).toMatchObject({ address: "", problems: { address: "wallet:problem.secret" } });
  expect(drafts).toEqual(["0x", null]);
  actor.send({ type: "ui.type", field: "address", value: "0" });
  expect((await see("choosing")).problems.address).toBeNull();
});

test("inside the messenger a wallet is connected and bound with its proof, whatever was typed before", async () => {
  const { actor, see, listControls, listConnectable, connect, kept, asked, told, drafts } = openWallets({
    walletKinds: TON_KINDS,
    walletTypes: ["ETH", "Ton", "Solana"],
    networkIds: { Ton: "tvm:-239" },
    blockingTypes: ["Ton"],
    address: "0x12",
  });
  expect((await see("choosing")).address).toBe("0x12");
  actor.send({ type: "ui.submit" });
  expect(listConnectable()).toEqual([["Ton", "wallet:binding.connect"]]);
  actor.send({ type: "ui.connect", walletType: "ETH" });
  expect((await see("choosing")).walletType).toBeNull();
  // A new owner's proof of the coin blocks its withdrawals for a day, which is told before the wallet is asked.
  expect(await connect()).toMatchObject({ walletType: "Ton", expectedAddress: null, isBlocking: true });
  expect([await see("connecting"), listControls()]).toMatchObject([{ walletType: "Ton", isBusy: false }, []]);
  findConnection(actor).send({ type: "ui.sign" });
  const wallet = { walletId: "w7", type: "Ton", address: TON, proven: true };
  const view = await see("bound");
  expect(view).toMatchObject({ boundWallet: wallet, wallets: [wallet], address: "", freeTypes: ["ETH", "Solana"] });
  expect(view.problems).toEqual({ walletType: null, address: null });
  expect(asked).toEqual([{ challengeId: "c1", signature: "proof of Prove me" }]);
  expect([kept, drafts, told]).toEqual([[wallet], [null], ["app.userChanged"]]);
  actor.send({ type: "ui.continue" });
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
  findConnection(world.actor).send({ type: "ui.sign" });
  expect((await seeConnection(world.actor, "wrongAddress")).failureKey).toBe("wallet:failure.addressMismatch");
  expect([world.kept, world.told]).toEqual([[typed], []]);
  world.account.address = TON;
  findConnection(world.actor).send({ type: "ui.retry" });
  await seeConnection(world.actor, "explainingProof");
  findConnection(world.actor).send({ type: "ui.sign" });
  const view = await world.see("bound");
  expect(view.wallets).toEqual([{ walletId: "w7", type: "Ton", address: TON, proven: true }]);
  expect(world.listConnectable()).toEqual([]);
});

test("giving the connection up leads back to the form as it was, with a type that can still be bound", async () => {
  const typed: Wallet = { walletId: "w1", type: "Ton", address: TON, proven: false };
  const world = openWallets({ walletKinds: TON_KINDS, wallets: [typed], address: ADDRESS });
  await world.connect();
  findConnection(world.actor).send({ type: "ui.cancel" });
  expect(await world.see("choosing")).toMatchObject({
    walletType: "ETH",
    address: ADDRESS,
    wallets: [typed],
    failureKey: null,
  });
  expect([world.told, world.drafts]).toEqual([[], []]);
  world.actor.send({ type: "ui.submit" });
  expect((await world.see("bound")).boundWallet).toMatchObject({ type: "ETH", address: ADDRESS });
});

test.each([
  [{ kind: "network" } as const, "failed", "errors:network"],
  [{ kind: "timeout" } as const, "timedOut", "wallet:binding.timedOut"],
])("a list that cannot be read says why (%o) and is read again, with what was chosen before", async (...row) => {
  const [refusal, state, failureKey] = row;
  const { server, actor, see, listControls } = openWallets({
    walletType: "Ton",
    address: "0x12",
    listRefusal: refusal,
  });
  expect(await see(state as "failed")).toMatchObject({ failureKey, wallets: [] });
  expect(listControls()).toEqual(["ui.retry"]);
  server.listRefusal = null;
  actor.send({ type: "ui.retry" });
  expect(await see("loading")).toMatchObject({ isBusy: true, failureKey: null });
  expect(await see("choosing")).toMatchObject({ walletType: "Ton", address: "0x12", freeTypes: ["ETH", "Ton"] });
});

const MINE: Wallet = { walletId: "w1", type: "ETH", address: ADDRESS, proven: false };

/** A person who has set a code, which the server asks for. */
function openGuardedWallets(bound: readonly Wallet[], walletKinds: WalletBindingInput["walletKinds"] = {}) {
  const kept = [...bound];
  const server = { refusal: null as Failure | null };
  const perform = (attempt: SecuredAttempt): SecuredResult => {
    if (attempt.kind === "unbindWallet") {
      kept.splice(0, kept.length, ...kept.filter(({ walletId }) => walletId !== attempt.walletId));
      return { kind: "unbindWallet" };
    }
    if (attempt.kind !== "bindWallet") throw new Error("wallets alone are asked for here");
    const { type, address, proof } = attempt;
    const wallet: Wallet = { walletId: "w2", type, address, proven: proof?.signature === "proof of Prove me" };
    kept.push(wallet);
    return { kind: "bindWallet", wallet };
  };
  const securityCodePrompt = scriptPrompt(async (attempt) => {
    if (server.refusal !== null) throw server.refusal;
    return perform(attempt);
  });
  const machine = walletBindingMachine.provide({
    actors: {
      loadWallets: fromPromise<WalletOptions, undefined>(async () => ({
        wallets: [...kept],
        walletTypes: ["ETH", ...Object.keys(walletKinds)] as Wallet["type"][],
        payingTypes: ["ETH"],
        networkIds: {},
        blockingTypes: [],
        maxWallets: 4,
      })),
      bindWallet: fromPromise<Wallet, { type: Wallet["type"]; address: string }>(() =>
        Promise.reject(refuse("securityCodeRequired")),
      ),
      unbindWallet: fromPromise<null, { walletId: string }>(() => Promise.reject(refuse("securityCodeRequired"))),
      securityCodePrompt,
      walletConnection: createConnection({ address: TON, networkId: null }, () =>
        Promise.reject(refuse("securityCodeRequired")),
      ),
    },
  });
  const told: string[] = [];
  const actor = createActor(machine, { input: { address: "", walletKinds, walletType: null } });
  actor.on("*", ({ type }) => told.push(type));
  actor.start();
  actor.send({ type: "ui.open" });
  const see = async (state: ReturnType<typeof actor.getSnapshot>["value"]) =>
    viewWalletBinding(await waitFor(actor, ({ value }) => value === state));
  const findPrompt = () => {
    const prompt = actor.getSnapshot().children.securityCodePrompt;
    if (prompt === undefined) throw new Error("nobody asks for the code");
    return prompt;
  };
  const seePrompt = async (state: string) =>
    viewSecurityCodePrompt(await waitFor(findPrompt(), ({ value }) => value === state));
  const enterCode = () => {
    findPrompt().send({ type: "ui.type", field: "securityCode", value: "R1ghtone" });
    findPrompt().send({ type: "ui.submit" });
  };
  const bind = async () => {
    await see("choosing");
    actor.send({ type: "ui.type", field: "address", value: ADDRESS });
    actor.send({ type: "ui.submit" });
    await see("askingCode");
  };
  const unbind = async () => {
    await see("choosing");
    actor.send({ type: "ui.unbind", walletId: MINE.walletId });
    actor.send({ type: "ui.confirm" });
    await see("askingCode");
  };
  const connect = async () => {
    await see("choosing");
    actor.send({ type: "ui.connect", walletType: "Ton" });
    await seeConnection(actor, "explainingProof");
    findConnection(actor).send({ type: "ui.sign" });
    await see("askingCode");
  };
  return { server, actor, see, seePrompt, findPrompt, enterCode, bind, unbind, connect, kept, told };
}

test("once a security code is set it is asked for before a wallet is bound, and what is asked says what for", async () => {
  const { see, seePrompt, enterCode, bind, kept, told } = openGuardedWallets([]);
  await bind();
  expect((await seePrompt("asking")).purpose).toBe("bindWallet");
  expect(kept).toEqual([]);
  enterCode();
  expect((await see("bound")).boundWallet?.address).toBe(ADDRESS);
  expect(kept).toHaveLength(1);
  expect(told).toEqual(["draft.changed", "draft.changed", "app.userChanged"]);
});

test("it is asked for before a wallet is unbound, too", async () => {
  const { see, seePrompt, enterCode, unbind, kept, told } = openGuardedWallets([MINE]);
  await unbind();
  expect((await seePrompt("asking")).purpose).toBe("unbindWallet");
  expect(kept).toEqual([MINE]);
  enterCode();
  expect((await see("unbound")).wallets).toEqual([]);
  expect([kept, told]).toEqual([[], ["app.userChanged"]]);
});

test("giving up the question changes nothing: the wallet stays, and what was typed for another stays as well", async () => {
  const unbinding = openGuardedWallets([MINE]);
  await unbinding.unbind();
  unbinding.findPrompt().send({ type: "ui.cancel" });
  expect(await unbinding.see("choosing")).toMatchObject({ wallets: [MINE], walletToUnbind: null, failureKey: null });
  const binding = openGuardedWallets([]);
  await binding.bind();
  binding.findPrompt().send({ type: "ui.cancel" });
  expect(await binding.see("choosing")).toMatchObject({ wallets: [], address: ADDRESS, failureKey: null });
  expect([unbinding.kept, binding.kept]).toEqual([[MINE], []]);
  expect([...unbinding.told, ...binding.told]).not.toContain("app.userChanged");
});

test("who has forgotten the code is led to its recovery, and the wallet stays", async () => {
  const { see, findPrompt, unbind, kept, told } = openGuardedWallets([MINE]);
  await unbind();
  findPrompt().send({ type: "ui.forgot" });
  expect((await see("choosing")).wallets).toEqual([MINE]);
  expect([kept, told]).toEqual([[MINE], ["recovery.wanted"]]);
});

test("a proof waits for the security code, too; given up, the same address can be typed or proven again", async () => {
  const { actor, see, seePrompt, findPrompt, enterCode, bind, connect, kept, told } = openGuardedWallets([], TON_KINDS);
  await connect();
  expect((await seePrompt("asking")).purpose).toBe("bindWallet");
  findPrompt().send({ type: "ui.cancel" });
  expect(await see("choosing")).toMatchObject({ walletType: "Ton", wallets: [], failureKey: null });
  await connect();
  enterCode();
  const proven = { walletId: "w2", type: "Ton", address: TON, proven: true };
  expect(await see("bound")).toMatchObject({ boundWallet: proven, wallets: [proven] });
  expect([kept, told]).toEqual([[proven], ["draft.changed", "app.userChanged"]]);
  actor.send({ type: "ui.continue" });
  await bind();
  enterCode();
  expect((await see("bound")).boundWallet).toMatchObject({ type: "ETH", address: ADDRESS, proven: false });
});

test.each<[string, Failure, "failed" | "timedOut", string]>([
  ["refuses for another reason", refuse("walletAlreadyBound"), "failed", "errors:walletAlreadyBound"],
  ["does not answer", { kind: "timeout" }, "timedOut", "wallet:binding.timedOut"],
])("a server that %s after the code is asked again with what the person tries next", async (...row) => {
  const [, refusal, state, failureKey] = row;
  const { server, actor, see, enterCode, bind, unbind, connect, kept, told } = openGuardedWallets([MINE], TON_KINDS);
  await connect();
  server.refusal = refusal;
  enterCode();
  expect((await see(state)).failureKey).toBe(failureKey);
  actor.send({ type: "ui.retry" });
  await unbind();
  enterCode();
  expect(await see(state)).toMatchObject({ failureKey, walletToUnbind: null });
  expect([kept, told]).toEqual([[MINE], ["app.userChanged"]]);
  actor.send({ type: "ui.retry" });
  server.refusal = null;
  await unbind();
  enterCode();
  await see("unbound");
  actor.send({ type: "ui.continue" });
  await bind();
  enterCode();
  expect((await see("bound")).boundWallet).toMatchObject({ type: "ETH", proven: false });
});
