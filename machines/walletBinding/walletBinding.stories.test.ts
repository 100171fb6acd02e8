import { expect, test } from "vitest";
import { createActor, fromPromise, waitFor } from "xstate";
import { openHandClock } from "#tests/support/openHandClock.ts";
import type { components } from "#contract/schema.d.ts";
import { ADDRESS_RULES } from "#domain/address/addressRules.ts";
import type { SecuredAttempt, SecuredResult } from "../securityCodePrompt/securedAttempt.ts";
import { securityCodePromptMachine } from "../securityCodePrompt/securityCodePrompt.machine.ts";
import { viewSecurityCodePrompt } from "../securityCodePrompt/securityCodePrompt.view.ts";
import { walletBindingMachine } from "./walletBinding.machine.ts";
import type { WalletOptions } from "./walletBinding.setup.ts";
import { viewWalletBinding } from "./walletBinding.view.ts";

type Wallet = components["schemas"]["Wallet"];

const ADDRESS = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";

/** A server that keeps the wallets of one person; `refusal` is what it answers to a binding. */
function openWallets(refusal: string | null = null, maxWallets = 4) {
  const kept: Wallet[] = [];
  const refusals = refusal === null ? [] : [refusal];
  const machine = walletBindingMachine.provide({
    actors: {
      loadWallets: fromPromise<WalletOptions, undefined>(async () => ({
        wallets: [...kept],
        walletTypes: ["ETH", "Ton"],
        networkIds: {},
        blockingTypes: [],
        maxWallets,
      })),
      bindWallet: fromPromise<Wallet, { type: Wallet["type"]; address: string }>(async ({ input }) => {
        const error = refusals.shift();
        if (error !== undefined) throw { kind: "api", error, message: "" };
        const address = ADDRESS_RULES[input.type].normalize(input.address);
        if (address === null) throw { kind: "api", error: "invalidRequest", message: "Its checksum is wrong." };
        const wallet: Wallet = { walletId: `w${kept.length + 1}`, type: input.type, address, proven: false };
        kept.push(wallet);
        return wallet;
      }),
      unbindWallet: fromPromise<null, { walletId: string }>(async ({ input }) => {
        kept.splice(
          kept.findIndex(({ walletId }) => walletId === input.walletId),
          1,
        );
        return null;
      }),
    },
  });
  const drafts: (string | null)[] = [];
  const actor = createActor(machine, { input: { address: "", walletKinds: {}, walletType: null } });
  actor.on("draft.changed", ({ address }) => drafts.push(address));
  actor.start();
  actor.send({ type: "ui.open" });
  const see = async (state: ReturnType<typeof actor.getSnapshot>["value"]) =>
    viewWalletBinding(await waitFor(actor, ({ value }) => value === state));
  const listControls = () =>
    viewWalletBinding(actor.getSnapshot())
      .actions.filter(({ enabled }) => enabled)
      .map(({ event }) => event.type);
  return { actor, see, listControls, kept, drafts };
}

test("a person binds by typing, and is never asked here for a signature", async () => {
  const { actor, see, listControls, kept } = openWallets();
  await see("choosing");
  expect(listControls()).toEqual(["ui.chooseType", "ui.chooseType", "ui.submit"]);
  actor.send({ type: "ui.chooseType", walletType: "ETH" });
  actor.send({ type: "ui.type", field: "address", value: ` ${ADDRESS.toLowerCase()} ` });
  actor.send({ type: "ui.submit" });
  expect((await see("bound")).boundWallet).toMatchObject({ address: ADDRESS, proven: false });
  expect(kept.map(({ address }) => address)).toEqual([ADDRESS]);
});

test("a contract wallet is refused with its own sentence, and what was typed is kept for another one", async () => {
  const { actor, see, kept, drafts } = openWallets("walletUnsupported");
  await see("choosing");
  actor.send({ type: "ui.chooseType", walletType: "ETH" });
  actor.send({ type: "ui.type", field: "address", value: ADDRESS });
  actor.send({ type: "ui.submit" });
  expect((await see("failed")).failureKey).toBe("errors:walletUnsupported");
  actor.send({ type: "ui.retry" });
  expect((await see("choosing")).address).toBe(ADDRESS);
  expect([kept, drafts]).toEqual([[], [ADDRESS]]);
});

test("a slip of the hand is told at the field, until the address is put right", async () => {
  const { actor, see, kept } = openWallets();
  await see("choosing");
  actor.send({ type: "ui.chooseType", walletType: "ETH" });
  actor.send({ type: "ui.type", field: "address", value: ADDRESS.replace("f39F", "F39f") });
  actor.send({ type: "ui.submit" });
  await see("binding");
  expect((await see("choosing")).problems.address).toBe("app:toast.told");
  expect(kept).toEqual([]);
  actor.send({ type: "ui.type", field: "address", value: ADDRESS });
  expect((await see("choosing")).problems.address).toBeNull();
  actor.send({ type: "ui.submit" });
  expect((await see("bound")).boundWallet).toMatchObject({ address: ADDRESS });
});

test("a second wallet of a type is refused before the server is asked, and allowed after unbinding", async () => {
  const { actor, see, kept } = openWallets();
  const bind = async () => {
    await see("choosing");
    actor.send({ type: "ui.chooseType", walletType: "ETH" });
    actor.send({ type: "ui.type", field: "address", value: ADDRESS });
    actor.send({ type: "ui.submit" });
  };
  await bind();
  await see("bound");
  actor.send({ type: "ui.continue" });
  await bind();
  expect((await see("choosing")).problems.walletType).toBe("wallet:problem.typeBound");
  expect(kept).toHaveLength(1);
  actor.send({ type: "ui.unbind", walletId: "w1" });
  await see("confirmingUnbind");
  actor.send({ type: "ui.confirm" });
  await see("unbound");
  actor.send({ type: "ui.continue" });
  await bind();
  await see("bound");
  expect(kept).toHaveLength(1);
});

test("no type is offered at the limit, and the free ones again once a wallet is unbound", async () => {
  const { actor, see, kept } = openWallets(null, 1);
  await see("choosing");
  actor.send({ type: "ui.chooseType", walletType: "ETH" });
  actor.send({ type: "ui.type", field: "address", value: ADDRESS });
  actor.send({ type: "ui.submit" });
  expect(await see("bound")).toMatchObject({ freeTypes: [], isFull: true, walletType: null });
  actor.send({ type: "ui.continue" });
  actor.send({ type: "ui.chooseType", walletType: "Ton" });
  actor.send({ type: "ui.submit" });
  expect((await see("choosing")).problems.walletType).toBe("errors:walletLimitReached");
  expect(kept).toHaveLength(1);
  actor.send({ type: "ui.unbind", walletId: "w1" });
  await see("confirmingUnbind");
  actor.send({ type: "ui.confirm" });
  expect(await see("unbound")).toMatchObject({ freeTypes: ["ETH", "Ton"], isFull: false });
});

test("asking to unbind is not unbinding: back keeps the wallet", async () => {
  const { actor, see, kept } = openWallets();
  await see("choosing");
  actor.send({ type: "ui.chooseType", walletType: "ETH" });
  actor.send({ type: "ui.type", field: "address", value: ADDRESS });
  actor.send({ type: "ui.submit" });
  await see("bound");
  actor.send({ type: "ui.continue" });
  actor.send({ type: "ui.unbind", walletId: "w1" });
  await see("confirmingUnbind");
  actor.send({ type: "ui.back" });
  expect((await see("choosing")).wallets).toHaveLength(1);
  expect(kept).toHaveLength(1);
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
  const refuse = (error: string, retryAfterSeconds?: number): never => {
    throw { kind: "api", error, message: "", ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
  };
  const securityCodePrompt = securityCodePromptMachine.provide({
    actors: {
      countdown,
      tryCode: fromPromise<SecuredResult, { attempt: SecuredAttempt; securityCode: string }>(async ({ input }) => {
        if (input.securityCode === "R1ghtone") return perform(input.attempt);
        wrongTries += 1;
        return wrongTries < 5 ? refuse("wrongSecurityCode") : refuse("securityCodeLocked", 900);
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
      bindWallet: fromPromise<Wallet, { type: Wallet["type"]; address: string }>(async () =>
        refuse("securityCodeRequired"),
      ),
      unbindWallet: fromPromise<null, { walletId: string }>(async () => refuse("securityCodeRequired")),
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
