import { expect, test } from "vitest";
import { createActor, fromPromise, waitFor } from "xstate";
import type { Failure } from "../kit/failure.ts";
import { walletBindingMachine } from "./walletBinding.machine.ts";
import type { WalletOptions } from "./walletBinding.setup.ts";
import { viewWalletBinding } from "./walletBinding.view.ts";

const ADDRESS = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const WALLET = { walletId: "w1", type: "ETH", address: ADDRESS, proven: false } as const;

interface World {
  bindFailure?: Failure;
  unbindFailure?: Failure;
  /** The network of TON. */
  networkId?: string;
  walletTypes?: WalletOptions["walletTypes"];
}

function start({
  bindFailure,
  unbindFailure,
  networkId = "tvm:-3",
  walletTypes = ["ETH", "Ton", "Solana"],
}: World = {}) {
  const bound: unknown[] = [];
  const machine = walletBindingMachine.provide({
    actors: {
      loadWallets: fromPromise<WalletOptions, undefined>(async () => ({
        wallets: [],
        walletTypes,
        networkIds: { Ton: networkId },
        blockingTypes: [],
        maxWallets: 4,
      })),
      bindWallet: fromPromise(async ({ input }) => {
        bound.push(input);
        if (bindFailure !== undefined) throw bindFailure;
        return WALLET;
      }),
      unbindWallet: fromPromise(async () => {
        if (unbindFailure !== undefined) throw unbindFailure;
        return null;
      }),
    },
  });
  const actor = createActor(machine, { input: { address: "", walletKinds: {}, walletType: null } });
  actor.start();
  actor.send({ type: "ui.open" });
  return { actor, bound };
}

type Started = ReturnType<typeof start>["actor"];

async function reach(actor: Started, state: ReturnType<Started["getSnapshot"]>["value"]) {
  return viewWalletBinding(await waitFor(actor, (snapshot) => snapshot.value === state));
}

async function fill(actor: Started): Promise<void> {
  await reach(actor, "choosing");
  actor.send({ type: "ui.chooseType", walletType: "ETH" });
  actor.send({ type: "ui.type", field: "address", value: ADDRESS.toLowerCase() });
}

test("a typed address is bound as the server spells it, and unbound again", async () => {
  const { actor, bound } = start();
  await fill(actor);
  actor.send({ type: "ui.submit" });
  const view = await reach(actor, "bound");
  expect(bound).toEqual([{ type: "ETH", address: ADDRESS.toLowerCase() }]);
  expect([view.wallets, view.freeTypes, view.boundWallet, view.address]).toEqual([
    [WALLET],
    ["Ton", "Solana"],
    WALLET,
    "",
  ]);

  actor.send({ type: "ui.continue" });
  actor.send({ type: "ui.unbind", walletId: "w1" });
  const asking = await reach(actor, "confirmingUnbind");
  expect(asking.walletToUnbind).toEqual(WALLET);
  // The main button stays beneath the question: hiding it would resize the app.
  expect(asking.actions).toContainEqual(expect.objectContaining({ event: { type: "ui.submit" }, enabled: false }));
  actor.send({ type: "ui.confirm" });
  expect((await reach(actor, "unbound")).wallets).toEqual([]);
});

test("the last free type is chosen without asking, and left once it is bound", async () => {
  const { actor } = start({ walletTypes: ["ETH", "Ton"] });
  expect((await reach(actor, "choosing")).walletType).toBeNull();
  await fill(actor);
  actor.send({ type: "ui.submit" });
  expect((await reach(actor, "bound")).walletType).toBe("Ton");
  actor.send({ type: "ui.continue" });
  actor.send({ type: "ui.chooseType", walletType: "ETH" });
  actor.send({ type: "ui.unbind", walletId: "w1" });
  actor.send({ type: "ui.confirm" });
  expect((await reach(actor, "unbound")).walletType).toBe("ETH");
});

test("the only type is chosen again once its wallet is unbound", async () => {
  const { actor } = start({ walletTypes: ["ETH"] });
  expect((await reach(actor, "choosing")).walletType).toBe("ETH");
  await fill(actor);
  actor.send({ type: "ui.submit" });
  expect((await reach(actor, "bound")).walletType).toBeNull();
  actor.send({ type: "ui.continue" });
  actor.send({ type: "ui.unbind", walletId: "w1" });
  actor.send({ type: "ui.confirm" });
  expect((await reach(actor, "unbound")).walletType).toBe("ETH");
});

const TEST_ONLY = "0QDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPleK";

test.each([
  ["ETH", `0x${"0".repeat(40)}`, "wallet:addressMistake.zero"],
  ["ETH", ADDRESS.slice(0, -1), "wallet:problem.addressInvalid"],
  ["Ton", TEST_ONLY, "wallet:addressMistake.testNetwork"],
  ["Solana", "TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL", "wallet:addressMistake.otherChain"],
] as const)("what shows at a glance is told without asking the server: %s, %s", async (walletType, value, problem) => {
  const { actor, bound } = start({ networkId: "tvm:-239" });
  await reach(actor, "choosing");
  actor.send({ type: "ui.chooseType", walletType });
  actor.send({ type: "ui.type", field: "address", value });
  actor.send({ type: "ui.submit" });
  expect((await reach(actor, "choosing")).problems.address).toBe(problem);
  expect(bound).toEqual([]);
});

test("an address for test networks is bound on one", async () => {
  const { actor, bound } = start();
  await reach(actor, "choosing");
  actor.send({ type: "ui.chooseType", walletType: "Ton" });
  actor.send({ type: "ui.type", field: "address", value: TEST_ONLY });
  actor.send({ type: "ui.submit" });
  await reach(actor, "bound");
  expect(bound).toEqual([{ type: "Ton", address: TEST_ONLY }]);
});

test("a typed address is checked by the form of the chosen type", async () => {
  const { actor, bound } = start();
  await fill(actor);
  actor.send({ type: "ui.chooseType", walletType: "Ton" });
  actor.send({ type: "ui.submit" });
  expect((await reach(actor, "choosing")).problems.address).toBe("wallet:addressMistake.otherChain");
  const address = "EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHF";
  actor.send({ type: "ui.type", field: "address", value: address });
  actor.send({ type: "ui.submit" });
  await reach(actor, "bound");
  expect(bound).toEqual([{ type: "Ton", address }]);
});

test("problems show only once the form was sent", async () => {
  const { actor } = start();
  expect((await reach(actor, "choosing")).problems).toEqual({ walletType: null, address: null });
  actor.send({ type: "ui.submit" });
  expect((await reach(actor, "choosing")).problems).toEqual({
    walletType: "wallet:problem.typeRequired",
    address: "wallet:problem.addressRequired",
  });
  actor.send({ type: "ui.chooseType", walletType: "ETH" });
  actor.send({ type: "ui.type", field: "address", value: "0x12" });
  expect((await reach(actor, "choosing")).problems).toEqual({
    walletType: null,
    address: "wallet:problem.addressInvalid",
  });
});

test.each([
  ["", "wallet:problem.addressInvalid"],
  ["Its checksum is wrong.", "app:toast.told"],
])(
  "what the server says of the address, %o, is told in the form until the address is changed",
  async (message, problem) => {
    const { actor, bound } = start({ bindFailure: { kind: "api", error: "invalidRequest", message } });
    await fill(actor);
    actor.send({ type: "ui.submit" });
    await reach(actor, "binding");
    const refused = await reach(actor, "choosing");
    expect(refused.problems).toEqual({ walletType: null, address: problem });
    expect(refused.addressRefusal).toBe(message);
    expect([refused.address, refused.failureKey]).toEqual([ADDRESS.toLowerCase(), null]);
    actor.send({ type: "ui.submit" });
    expect(bound).toHaveLength(1);

    actor.send({ type: "ui.type", field: "address", value: ADDRESS });
    expect((await reach(actor, "choosing")).problems.address).toBeNull();
    actor.send({ type: "ui.submit" });
    await reach(actor, "binding");
    expect(bound).toHaveLength(2);
  },
);

test.each<[string, Failure, string]>([
  ["bound by somebody", { kind: "api", error: "walletAlreadyBound", message: "" }, "errors:walletAlreadyBound"],
  ["the limit", { kind: "api", error: "walletLimitReached", message: "" }, "errors:walletLimitReached"],
  ["no network", { kind: "network" }, "errors:network"],
])("a refused binding says why and keeps the form: %s", async (_, bindFailure, failureKey) => {
  const { actor } = start({ bindFailure });
  await fill(actor);
  actor.send({ type: "ui.submit" });
  expect((await reach(actor, "failed")).failureKey).toBe(failureKey);
  actor.send({ type: "ui.retry" });
  expect((await reach(actor, "choosing")).address).toBe(ADDRESS.toLowerCase());
});

test("a wallet that is gone is not bound", async () => {
  const { actor } = start({ unbindFailure: { kind: "api", error: "notFound", message: "" } });
  await fill(actor);
  actor.send({ type: "ui.submit" });
  await reach(actor, "bound");
  actor.send({ type: "ui.continue" });
  actor.send({ type: "ui.unbind", walletId: "w1" });
  actor.send({ type: "ui.confirm" });
  expect((await reach(actor, "failed")).failureKey).toBe("errors:walletNotBound");
});

test("without an answer the list is read afresh", async () => {
  const { actor } = start({ bindFailure: { kind: "timeout" } });
  await fill(actor);
  actor.send({ type: "ui.submit" });
  expect((await reach(actor, "timedOut")).failureKey).toBe("wallet:binding.timedOut");
  actor.send({ type: "ui.retry" });
  await reach(actor, "loading");
  await reach(actor, "choosing");
});

test("an address tells its type, unless that holds a wallet already", async () => {
  const { actor } = start();
  await reach(actor, "choosing");
  actor.send({ type: "ui.type", field: "address", value: "B8UwBUUnKwCyKuGMbFKWaG7exYdDk2ozZrPg72NyVbfj" });
  expect(actor.getSnapshot().context.walletType).toBe("Solana");
  actor.send({ type: "ui.type", field: "address", value: ADDRESS });
  expect(actor.getSnapshot().context.walletType).toBe("ETH");
  actor.send({ type: "ui.submit" });
  await reach(actor, "bound");
  actor.send({ type: "ui.continue" });
  actor.send({ type: "ui.type", field: "address", value: ADDRESS });
  expect(actor.getSnapshot().context.walletType).toBeNull();
});

test("a refused secret leaves an empty field, no draft and a warning that goes with the next key", async () => {
  const { actor } = start();
  await reach(actor, "choosing");
  const drafts: (string | null)[] = [];
  actor.on("draft.changed", ({ address }) => drafts.push(address));
  actor.send({ type: "ui.type", field: "address", value: "0x" });
  actor.send({ type: "ui.refuseSecret" });
  const warned = viewWalletBinding(actor.getSnapshot());
  expect([warned.address, warned.problems.address, drafts]).toEqual(["", "wallet:problem.secret", ["0x", null]]);
  actor.send({ type: "ui.type", field: "address", value: "0" });
  expect(viewWalletBinding(actor.getSnapshot()).problems.address).toBeNull();
});
