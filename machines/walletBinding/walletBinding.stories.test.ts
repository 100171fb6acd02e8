import { expect, test } from "vitest";
import { createActor, fromPromise, waitFor } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { walletBindingMachine } from "./walletBinding.machine.ts";
import type { WalletOptions } from "./walletBinding.setup.ts";
import { viewWalletBinding } from "./walletBinding.view.ts";

type Wallet = components["schemas"]["Wallet"];

const ADDRESS = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";

/** A server that keeps the wallets of one person; `refusal` is what it answers to a binding. */
function openWallets(refusal: string | null = null) {
  const kept: Wallet[] = [];
  const refusals = refusal === null ? [] : [refusal];
  const machine = walletBindingMachine.provide({
    actors: {
      loadWallets: fromPromise<WalletOptions, undefined>(async () => ({
        wallets: [...kept],
        walletTypes: ["ETH", "Ton"],
      })),
      bindWallet: fromPromise<Wallet, { type: Wallet["type"]; address: string }>(async ({ input }) => {
        const error = refusals.shift();
        if (error !== undefined) throw { kind: "api", error, message: "" };
        const wallet: Wallet = { walletId: `w${kept.length + 1}`, ...input, proven: false };
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
  const actor = createActor(machine, { input: { address: "" } });
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
