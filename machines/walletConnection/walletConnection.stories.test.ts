import { expect, test } from "vitest";
import { createActor, fromPromise, waitFor } from "xstate";
import type { Failure } from "../failure.ts";
import { walletConnectionMachine } from "./walletConnection.machine.ts";
import type {
  AnnouncedWallet,
  ConnectedAccount,
  WalletConnectionInput,
  WalletWatch,
} from "./walletConnection.setup.ts";
import { viewWalletConnection } from "./walletConnection.view.ts";

const RIGHT = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const OTHER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const METAL: AnnouncedWallet = { connectorId: "io.metal", name: "Metal", icon: null };
const RIVER: AnnouncedWallet = { connectorId: "io.river", name: "River", icon: null };

const INPUT: WalletConnectionInput = {
  walletType: "ETH",
  capabilities: { discovery: true, networkSwitch: true, messageSigning: true },
  installUrl: "https://ethereum.org/wallets/",
  expectedAddress: RIGHT,
  networkId: "eip155:31337",
  isProven: true,
  hasReference: false,
  connectorId: null,
};

/** A browser with wallets; the person acts in the wallet by `choose`. */
function openBrowser(first: ConnectedAccount, input: Partial<WalletConnectionInput> = {}, wallets = [METAL]) {
  let shown = first;
  let refusal: Failure | null = null;
  const watches: PromiseWithResolvers<ConnectedAccount>[] = [];
  const connected: string[] = [];
  const machine = walletConnectionMachine.provide({
    actors: {
      detect: fromPromise<readonly AnnouncedWallet[], { walletType: WalletConnectionInput["walletType"] }>(
        async () => wallets,
      ),
      connect: fromPromise<ConnectedAccount, { walletType: WalletConnectionInput["walletType"]; connectorId: string }>(
        async (call) => {
          connected.push(call.input.connectorId);
          return shown;
        },
      ),
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
    look,
    see,
    refuse: (failure: Failure) => {
      refusal = failure;
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
  const capabilities = { ...INPUT.capabilities, messageSigning: false };
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
