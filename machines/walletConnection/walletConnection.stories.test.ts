import { expect, test } from "vitest";
import { createActor, fromPromise, waitFor } from "xstate";
import type { components } from "#contract/schema.d.ts";
import type { Failure } from "../kit/failure.ts";
import { walletConnectionMachine } from "./walletConnection.machine.ts";
import type {
  AnnouncedWallet,
  ConnectedAccount,
  ConnectionAnswer,
  ConnectionRequest,
  WalletConnectionInput,
  WalletWatch,
} from "./walletConnection.setup.ts";
import { viewWalletConnection } from "./walletConnection.view.ts";

type Wallet = components["schemas"]["Wallet"];

const RIGHT = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const OTHER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const METAL: AnnouncedWallet = { connectorId: "io.metal", name: "Metal", icon: null };
const RIVER: AnnouncedWallet = { connectorId: "io.river", name: "River", icon: null };

const INPUT: WalletConnectionInput = {
  walletType: "ETH",
  capabilities: { discovery: true, networkSwitch: true, messageSigning: true, proofWhileConnecting: false },
  installUrl: "https://ethereum.org/wallets/",
  expectedAddress: RIGHT,
  networkId: "eip155:31337",
  isProven: true,
  isBlocking: false,
  hasReference: false,
  connectorId: null,
};

/** A browser with wallets; the person acts in the wallet by `choose`. */
function openBrowser(first: ConnectedAccount, input: Partial<WalletConnectionInput> = {}, wallets = [METAL]) {
  let shown = first;
  let refusal: Failure | null = null;
  let handInRefusal: Failure | null = null;
  const proofs: object[] = [];
  const watches: PromiseWithResolvers<ConnectedAccount>[] = [];
  const connected: string[] = [];
  const machine = walletConnectionMachine.provide({
    actors: {
      detect: fromPromise<readonly AnnouncedWallet[], { walletType: WalletConnectionInput["walletType"] }>(
        async () => wallets,
      ),
      connect: fromPromise<ConnectionAnswer, ConnectionRequest>(async (call) => {
        connected.push(call.input.connectorId);
        const { message } = call.input;
        return { account: shown, proof: message === null ? null : { signature: `proof of ${message}` } };
      }),
      submitProof: fromPromise<
        Wallet,
        { type: Wallet["type"]; address: string; proof: components["schemas"]["WalletProof"] }
      >(async (call) => {
        proofs.push(call.input);
        if (handInRefusal !== null) throw handInRefusal;
        return { walletId: "w1", type: call.input.type, address: call.input.address, proven: true };
      }),
      watch: fromPromise<ConnectedAccount, WalletWatch>(() => {
        const watch = Promise.withResolvers<ConnectedAccount>();
        watches.push(watch);
        return watch.promise;
      }),
      requestChallenge: fromPromise(async () => {
        if (refusal !== null) throw refusal;
        return { challengeId: "c1", message: "Sign me", expiresAt: "2026-11-20T12:10:00Z" };
      }),
      sign: fromPromise<
        string,
        { walletType: WalletConnectionInput["walletType"]; connectorId: string; address: string; message: string }
      >(async () => {
        throw { kind: "wallet", reason: "cancelled" } satisfies Failure;
      }),
    },
  });
  const actor = createActor(machine, { input: { ...INPUT, ...input } });
  actor.start();
  const look = () => viewWalletConnection(actor.getSnapshot());
  const see = async (state: ReturnType<typeof look>["state"]) => {
    await waitFor(actor, (snapshot) => viewWalletConnection(snapshot).state === state);
    return look();
  };
  return {
    actor,
    connected,
    proofs,
    look,
    see,
    refuse: (failure: Failure) => {
      refusal = failure;
    },
    refuseProof: (failure: Failure) => {
      handInRefusal = failure;
    },
    choose: (account: ConnectedAccount) => {
      shown = account;
      watches.at(-1)?.resolve(account);
    },
    lock: () => {
      watches.at(-1)?.reject({ kind: "wallet", reason: "locked" });
    },
  };
}

test("choosing the right account in the wallet goes on by itself", async () => {
  const browser = openBrowser({ address: OTHER, networkId: "eip155:31337" });
  expect(await browser.see("wrongAddress")).toMatchObject({ address: OTHER, expectedAddress: RIGHT });
  browser.choose({ address: RIGHT, networkId: "eip155:31337" });
  await browser.see("connected");
  expect(browser.actor.getSnapshot().output).toMatchObject({ status: "connected", address: RIGHT });
});

test("first the network is wrong, then the account: both are mended in the wallet alone", async () => {
  const browser = openBrowser({ address: OTHER, networkId: "eip155:1" });
  await browser.see("wrongNetwork");
  browser.choose({ address: OTHER, networkId: "eip155:31337" });
  expect((await browser.see("wrongAddress")).address).toBe(OTHER);
  browser.choose({ address: RIGHT, networkId: "eip155:31337" });
  await browser.see("connected");
});

test("an account that is changed before the signature is not proven in place of the right one", async () => {
  const browser = openBrowser({ address: RIGHT, networkId: "eip155:31337" }, { isProven: false });
  await browser.see("explainingProof");
  browser.choose({ address: OTHER, networkId: "eip155:31337" });
  expect(await browser.see("wrongAddress")).toMatchObject({ address: OTHER, expectedAddress: RIGHT });
});

test("a wallet that is locked meanwhile asks to be unlocked, and unlocking goes on", async () => {
  const browser = openBrowser({ address: OTHER, networkId: "eip155:31337" });
  await browser.see("wrongAddress");
  browser.lock();
  expect((await browser.see("locked")).address).toBeNull();
  browser.choose({ address: RIGHT, networkId: "eip155:31337" });
  await browser.see("connected");
});

test("refusing the free signature does not speak of a transaction", async () => {
  const browser = openBrowser({ address: RIGHT, networkId: "eip155:31337" }, { isProven: false });
  await browser.see("explainingProof");
  browser.actor.send({ type: "ui.sign" });
  await waitFor(browser.actor, () => browser.look().failureKey !== null);
  expect([browser.look().state, browser.look().failureKey]).toEqual(["explainingProof", "wallet:failure.proofRefused"]);
});

test("a wallet that can neither sign nor name the order may not pay", async () => {
  const capabilities = { ...INPUT.capabilities, messageSigning: false, proofWhileConnecting: false };
  const mute = openBrowser({ address: RIGHT, networkId: "eip155:31337" }, { isProven: false, capabilities });
  expect((await mute.see("failed")).failureKey).toBe("errors:walletNotProven");
  const named = openBrowser(
    { address: RIGHT, networkId: "eip155:31337" },
    { isProven: false, capabilities, hasReference: true },
  );
  await named.see("connected");
});

test("a contract wallet hears why it cannot be used", async () => {
  const browser = openBrowser({ address: RIGHT, networkId: "eip155:31337" }, { isProven: false });
  browser.refuse({ kind: "api", error: "walletUnsupported", message: "" });
  await browser.see("explainingProof");
  browser.actor.send({ type: "ui.sign" });
  expect((await browser.see("failed")).failureKey).toBe("errors:walletUnsupported");
});

test("the wallet of before is taken again without a choice, and another try offers all of them", async () => {
  const browser = openBrowser(
    { address: RIGHT, networkId: "eip155:31337" },
    { isProven: false, connectorId: RIVER.connectorId },
    [METAL, RIVER],
  );
  browser.refuse({ kind: "api", error: "serviceUnavailable", message: "" });
  await browser.see("explainingProof");
  expect(browser.connected).toEqual(["io.river"]);
  browser.actor.send({ type: "ui.sign" });
  await browser.see("failed");
  browser.actor.send({ type: "ui.retry" });
  expect((await browser.see("choosingWallet")).wallets).toEqual([METAL, RIVER]);
});

const PROVES_FIRST = {
  capabilities: { discovery: true, networkSwitch: false, messageSigning: false, proofWhileConnecting: true },
  expectedAddress: null,
  isProven: false,
};

test("a wallet that proves while it connects is asked once, after the consequence was told", async () => {
  const browser = openBrowser({ address: RIGHT, networkId: "eip155:31337" }, PROVES_FIRST);
  await browser.see("explainingProof");
  expect(browser.connected).toEqual([]);
  browser.actor.send({ type: "ui.sign" });
  await browser.see("connected");
  expect(browser.proofs).toEqual([
    { type: "ETH", address: RIGHT, proof: { challengeId: "c1", signature: "proof of Sign me" } },
  ]);
  expect(browser.actor.getSnapshot().output).toMatchObject({ isProven: true, wallet: { walletId: "w1" } });
});

test("a proven wallet of that kind only connects", async () => {
  const browser = openBrowser({ address: RIGHT, networkId: "eip155:31337" }, { ...PROVES_FIRST, isProven: true });
  await browser.see("connected");
  expect(browser.proofs).toEqual([]);
});

test("the proof of another address than the expected one is dropped", async () => {
  const browser = openBrowser(
    { address: OTHER, networkId: "eip155:31337" },
    { ...PROVES_FIRST, expectedAddress: RIGHT },
  );
  await browser.see("explainingProof");
  browser.actor.send({ type: "ui.sign" });
  await browser.see("wrongAddress");
  expect(browser.proofs).toEqual([]);
  expect(browser.actor.getSnapshot().context).toMatchObject({ challenge: null, proof: null });
});

test("a proof that needs the security code is handed back, to be repeated with it", async () => {
  const browser = openBrowser({ address: RIGHT, networkId: "eip155:31337" }, PROVES_FIRST);
  browser.refuseProof({ kind: "api", error: "securityCodeRequired", message: "" });
  await browser.see("explainingProof");
  browser.actor.send({ type: "ui.sign" });
  await waitFor(browser.actor, (snapshot) => snapshot.matches("codeAsked"));
  expect(browser.actor.getSnapshot().output).toEqual({
    status: "codeAsked",
    claim: { type: "ETH", address: RIGHT, proof: { challengeId: "c1", signature: "proof of Sign me" } },
    failure: { kind: "api", error: "securityCodeRequired", message: "" },
  });
});

test("a payment that names its order does not wait for a proof that needs the security code", async () => {
  const browser = openBrowser({ address: RIGHT, networkId: "eip155:31337" }, { ...PROVES_FIRST, hasReference: true });
  browser.refuseProof({ kind: "api", error: "securityCodeRequired", message: "" });
  await browser.see("explainingProof");
  browser.actor.send({ type: "ui.sign" });
  await browser.see("connected");
  expect(browser.actor.getSnapshot().output).toMatchObject({ status: "connected", isProven: false });
});
