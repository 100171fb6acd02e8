import { expect, test } from "vitest";
import { createActor, fromPromise, waitFor } from "xstate";
import { openHandClock } from "#tests/support/openHandClock.ts";
import type { components } from "#contract/schema.d.ts";
import { ADDRESS_RULES } from "#domain/address/addressRules.ts";
import type { Failure } from "../kit/failure.ts";
import type { SecuredAttempt, SecuredResult } from "../securityCodePrompt/securedAttempt.ts";
import { securityCodePromptMachine } from "../securityCodePrompt/securityCodePrompt.machine.ts";
import { viewSecurityCodePrompt } from "../securityCodePrompt/securityCodePrompt.view.ts";
import { walletBindingMachine } from "./walletBinding.machine.ts";
import type { WalletOptions } from "./walletBinding.setup.ts";
import { viewWalletBinding } from "./walletBinding.view.ts";

type Wallet = components["schemas"]["Wallet"];

const ADDRESS = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const TEST_ONLY = "0QDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPleK";

const refuse = (error: Extract<Failure, { kind: "api" }>["error"], message = ""): Failure => ({
  kind: "api",
  error,
  message,
});

/** A server that keeps the wallets of one person, and what it refuses. */
function openWallets({ maxWallets = 4, networkIds = {}, walletTypes = ["ETH", "Ton"] }: Partial<WalletOptions> = {}) {
  const kept: Wallet[] = [];
  const asked: unknown[] = [];
  const server = { refusal: null as Failure | null };
  const machine = walletBindingMachine.provide({
    actors: {
      loadWallets: fromPromise<WalletOptions, undefined>(async () => ({
        wallets: [...kept],
        walletTypes,
        networkIds,
        blockingTypes: [],
        maxWallets,
      })),
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
    },
  });
  const told: string[] = [];
  const drafts: (string | null)[] = [];
  const actor = createActor(machine, { input: { address: "", walletKinds: {}, walletType: null } });
  actor.on("draft.changed", ({ address }) => drafts.push(address));
  actor.on("wallets.changed", ({ type }) => told.push(type));
  actor.start();
  actor.send({ type: "ui.open" });
  const see = async (state: ReturnType<typeof actor.getSnapshot>["value"]) =>
    viewWalletBinding(await waitFor(actor, ({ value }) => value === state));
  const listControls = () =>
    viewWalletBinding(actor.getSnapshot())
      .actions.filter(({ enabled }) => enabled)
      .map(({ event }) => event.type);
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
  return { server, actor, see, listControls, submit, bind, unbind, kept, asked, told, drafts };
}

test("a person binds by typing, without a signature, as the server spells it, and unbinds again", async () => {
  const { actor, see, listControls, submit, unbind, kept, asked, told } = openWallets();
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
  actor.send({ type: "ui.continue" });
  const asking = await unbind();
  expect(asking.walletToUnbind).toEqual(wallet);
  // The main button stays beneath the question: hiding it would resize the app.
  expect(asking.actions).toContainEqual(expect.objectContaining({ event: { type: "ui.submit" }, enabled: false }));
  expect((await see("unbound")).wallets).toEqual([]);
  expect(told).toEqual(["wallets.changed", "wallets.changed"]);
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

test("the only type is chosen again once its wallet is unbound", async () => {
  const { see, bind, unbind } = openWallets({ walletTypes: ["ETH"] });
  expect((await see("choosing")).walletType).toBe("ETH");
  expect((await bind()).walletType).toBeNull();
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
  expect((await see("choosing")).address).toBe(ADDRESS);
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

test("without an answer the list is read afresh", async () => {
  const { server, actor, see, submit } = openWallets();
  server.refusal = { kind: "timeout" };
  await submit();
  expect((await see("timedOut")).failureKey).toBe("wallet:binding.timedOut");
  actor.send({ type: "ui.retry" });
  await see("loading");
  await see("choosing");
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

const NOON_MS = Date.UTC(2026, 10, 20, 12);
const MINE: Wallet = { walletId: "w1", type: "ETH", address: ADDRESS, proven: false };

/** A person who has set the code R1ghtone, which the server asks for; the fifth wrong one locks for a quarter of an hour. */
function openGuardedWallets(bound: readonly Wallet[]) {
  const kept = [...bound];
  const { countdown, pass } = openHandClock(NOON_MS);
  let wrongTries = 0;
  const perform = (attempt: SecuredAttempt): SecuredResult => {
    if (attempt.kind === "unbindWallet") {
      kept.splice(0, kept.length, ...kept.filter(({ walletId }) => walletId !== attempt.walletId));
      return { kind: "unbindWallet" };
    }
    if (attempt.kind !== "bindWallet") throw new Error("wallets alone are asked for here");
    const wallet: Wallet = { walletId: "w2", type: attempt.type, address: attempt.address, proven: false };
    kept.push(wallet);
    return { kind: "bindWallet", wallet };
  };
  const securityCodePrompt = securityCodePromptMachine.provide({
    actors: {
      countdown,
      tryCode: fromPromise<SecuredResult, { attempt: SecuredAttempt; securityCode: string }>(async ({ input }) => {
        if (input.securityCode === "R1ghtone") return perform(input.attempt);
        wrongTries += 1;
        throw wrongTries < 5
          ? refuse("wrongSecurityCode")
          : { kind: "api", error: "securityCodeLocked", message: "", retryAfterSeconds: 900 };
      }),
    },
  });
  const machine = walletBindingMachine.provide({
    actors: {
      loadWallets: fromPromise<WalletOptions, undefined>(async () => ({
        wallets: [...kept],
        walletTypes: ["ETH"],
        networkIds: {},
        blockingTypes: [],
        maxWallets: 4,
      })),
      bindWallet: fromPromise<Wallet, { type: Wallet["type"]; address: string }>(() =>
        Promise.reject(refuse("securityCodeRequired")),
      ),
      unbindWallet: fromPromise<null, { walletId: string }>(() => Promise.reject(refuse("securityCodeRequired"))),
      securityCodePrompt,
    },
  });
  const told: string[] = [];
  const actor = createActor(machine, { input: { address: "", walletKinds: {}, walletType: null } });
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
  const enter = (code: string) => {
    findPrompt().send({ type: "ui.type", field: "securityCode", value: code });
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
  return { actor, see, seePrompt, findPrompt, enter, bind, unbind, pass, kept, told };
}

test("once a security code is set it is asked for before a wallet is bound, and what is asked says what for", async () => {
  const { see, seePrompt, enter, bind, kept, told } = openGuardedWallets([]);
  await bind();
  expect((await seePrompt("asking")).purpose).toBe("bindWallet");
  expect(kept).toEqual([]);
  enter("R1ghtone");
  expect((await see("bound")).boundWallet?.address).toBe(ADDRESS);
  expect(kept).toHaveLength(1);
  expect(told).toContain("wallets.changed");
});

test("it is asked for before a wallet is unbound, too", async () => {
  const { see, seePrompt, enter, unbind, kept } = openGuardedWallets([MINE]);
  await unbind();
  expect((await seePrompt("asking")).purpose).toBe("unbindWallet");
  expect(kept).toEqual([MINE]);
  enter("R1ghtone");
  expect((await see("unbound")).wallets).toEqual([]);
  expect(kept).toEqual([]);
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
  expect([...unbinding.told, ...binding.told]).not.toContain("wallets.changed");
});

test("a wrong code changes nothing and can be typed again", async () => {
  const { see, seePrompt, enter, unbind, kept } = openGuardedWallets([MINE]);
  await unbind();
  enter("Wr0ngone");
  expect(await seePrompt("wrong")).toMatchObject({ problemKey: "errors:wrongSecurityCode", securityCode: "" });
  expect(kept).toEqual([MINE]);
  enter("R1ghtone");
  await see("unbound");
});

test("five wrong codes lock for a quarter of an hour, with the end told; afterwards the right one unbinds", async () => {
  const { see, seePrompt, enter, unbind, pass, kept } = openGuardedWallets([MINE]);
  await unbind();
  for (const code of ["Wr0ng001", "Wr0ng002", "Wr0ng003", "Wr0ng004"]) {
    enter(code);
    await seePrompt("wrong");
  }
  enter("Wr0ng005");
  await seePrompt("locked");
  pass(0);
  expect((await seePrompt("locked")).lockEndsAt).toBe("2026-11-20T12:15:00.000Z");
  enter("R1ghtone");
  expect(kept).toEqual([MINE]);
  pass(900_000);
  await seePrompt("asking");
  enter("R1ghtone");
  await see("unbound");
  expect(kept).toEqual([]);
});

test("who has forgotten the code is led to its recovery, and the wallet stays", async () => {
  const { see, findPrompt, unbind, kept, told } = openGuardedWallets([MINE]);
  await unbind();
  findPrompt().send({ type: "ui.forgot" });
  expect((await see("choosing")).wallets).toEqual([MINE]);
  expect([kept, told]).toEqual([[MINE], ["recovery.wanted"]]);
});
