import { expect, test } from "vitest";
import { createActor, fromPromise, waitFor } from "xstate";
import type { WalletFailureReason } from "../kit/failure.ts";
import { walletConnectionMachine } from "./walletConnection.machine.ts";
import type {
  AnnouncedWallet,
  ConnectedAccount,
  ConnectionAnswer,
  ConnectionRequest,
  WalletConnectionInput,
} from "./walletConnection.setup.ts";
import { viewWalletConnection } from "./walletConnection.view.ts";

const ADDRESS = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const METAL: AnnouncedWallet = { connectorId: "io.metal", name: "Metal", icon: null };
const RIVER: AnnouncedWallet = { connectorId: "io.river", name: "River", icon: null };
const INPUT: WalletConnectionInput = {
  walletType: "ETH",
  capabilities: { discovery: true, networkSwitch: true, messageSigning: true, proofWhileConnecting: false },
  installUrl: "https://ethereum.org/wallets/",
  expectedAddress: ADDRESS,
  networkId: "eip155:31337",
  isProven: true,
  isBlocking: false,
  hasReference: false,
  connectorId: null,
};

interface SwitchInput {
  walletType: WalletConnectionInput["walletType"];
  connectorId: string;
  networkId: string;
}

interface World {
  input?: Partial<WalletConnectionInput>;
  wallets?: readonly AnnouncedWallet[];
  /** What the wallet answers, one for each attempt; the last one stays. */
  answers?: (ConnectedAccount | WalletFailureReason)[];
}

function start({ input, wallets = [METAL], answers = [{ address: ADDRESS, networkId: "eip155:31337" }] }: World = {}) {
  const proofs: unknown[] = [];
  const left = [...answers];
  const machine = walletConnectionMachine.provide({
    actors: {
      detect: fromPromise(async () => wallets),
      connect: fromPromise<ConnectionAnswer, ConnectionRequest>(async () => {
        const answer = left.length > 1 ? left.shift() : left[0];
        if (typeof answer !== "object") throw { kind: "wallet", reason: answer };
        return { account: answer, proof: null };
      }),
      switchNetwork: fromPromise<null, SwitchInput>(async () => null),
      requestChallenge: fromPromise(async () => ({
        challengeId: "c1",
        message: "Sign me",
        expiresAt: "2026-11-20T12:10:00Z",
      })),
      sign: fromPromise(async ({ input: { message } }) => `signed ${message}`),
      submitProof: fromPromise(async ({ input: proof }) => {
        proofs.push(proof);
        return { walletId: "w1", type: "ETH" as const, address: ADDRESS, proven: true };
      }),
    },
  });
  const actor = createActor(machine, { input: { ...INPUT, ...input } });
  actor.start();
  return { actor, proofs };
}

type Started = ReturnType<typeof start>["actor"];

async function reach(actor: Started, state: ReturnType<typeof viewWalletConnection>["state"]) {
  const isThere = (snapshot: ReturnType<Started["getSnapshot"]>): boolean =>
    viewWalletConnection(snapshot).state === state;
  return viewWalletConnection(await waitFor(actor, isThere));
}

test("one proven wallet on the right network and address connects without a question", async () => {
  const { actor } = start();
  await reach(actor, "connected");
  expect(actor.getSnapshot().output).toEqual({
    status: "connected",
    connectorId: "io.metal",
    address: ADDRESS,
    networkId: "eip155:31337",
    isProven: true,
    wallet: null,
  });
});

test("several wallets are offered for choice", async () => {
  const { actor } = start({ wallets: [METAL, RIVER] });
  expect((await reach(actor, "choosingWallet")).wallets).toEqual([METAL, RIVER]);
  actor.send({ type: "ui.chooseWallet", connectorId: "io.river" });
  await reach(actor, "connected");
  expect(actor.getSnapshot().output).toMatchObject({ connectorId: "io.river" });
});

test("an unproven wallet signs the server's text before it is connected", async () => {
  const { actor, proofs } = start({ input: { isProven: false } });
  await reach(actor, "explainingProof");
  actor.send({ type: "ui.sign" });
  await reach(actor, "connected");
  expect(proofs).toEqual([
    { type: "ETH", address: ADDRESS, proof: { challengeId: "c1", signature: "signed Sign me" } },
  ]);
  expect(actor.getSnapshot().output).toMatchObject({ isProven: true });
});

test("no wallet shows where to get one", async () => {
  const { actor } = start({ wallets: [] });
  const view = await reach(actor, "notInstalled");
  expect([view.installUrl, view.failureKey]).toEqual(["https://ethereum.org/wallets/", "wallet:failure.notInstalled"]);
});

test.each<[WalletFailureReason, ReturnType<typeof viewWalletConnection>["state"], string]>([
  ["locked", "locked", "wallet:failure.locked"],
  ["notLoggedIn", "locked", "wallet:failure.locked"],
  ["denied", "denied", "wallet:failure.denied"],
  ["cancelled", "denied", "wallet:failure.denied"],
])("%s ends in %s, and another try connects", async (reason, state, failureKey) => {
  const { actor } = start({ answers: [reason, { address: ADDRESS, networkId: "eip155:31337" }] });
  expect((await reach(actor, state)).failureKey).toBe(failureKey);
  actor.send({ type: "ui.retry" });
  await reach(actor, "connected");
});

test("another network is switched by the wallet", async () => {
  const { actor } = start({
    answers: [
      { address: ADDRESS, networkId: "eip155:1" },
      { address: ADDRESS, networkId: "eip155:31337" },
    ],
  });
  expect((await reach(actor, "wrongNetwork")).canSwitchNetwork).toBe(true);
  actor.send({ type: "ui.switchNetwork" });
  await reach(actor, "connected");
});

test("another address is reported, and a changed account connects", async () => {
  const other = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
  const { actor } = start({
    answers: [
      { address: other, networkId: "eip155:31337" },
      { address: ADDRESS, networkId: "eip155:31337" },
    ],
  });
  const view = await reach(actor, "wrongAddress");
  expect([view.address, view.expectedAddress]).toEqual([other, ADDRESS]);
  actor.send({ type: "ui.retry" });
  await reach(actor, "connected");
});

test("giving up is an answer, too", async () => {
  const { actor } = start({ wallets: [METAL, RIVER] });
  await reach(actor, "choosingWallet");
  actor.send({ type: "ui.cancel" });
  expect(actor.getSnapshot().output).toEqual({ status: "cancelled" });
});
