import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { components } from "#contract/schema.d.ts";
import type { ConnectedAccount } from "#machines/walletConnection/walletConnection.machine.ts";
import type { BrowserWallet } from "#src/adapters/wallets/browserWallet.ts";

/** What a wallet shows; null: no account. */
interface Shown {
  address?: string | null;
  networkId?: string;
}

/** A page with one wallet, which is found. */
interface WalletScene {
  wallet: BrowserWallet;
  /** The wallet shows something else from now on. */
  show: (shown: Shown) => void;
  /** It tells the page of a change. */
  tell: (event: string) => void;
  /** What it was asked to sign, text or payment. */
  listAsked: () => readonly unknown[];
}

/** What is true of the wallets of one chain. */
interface WalletLab {
  connectorId: string;
  /** The account that the wallet shows at first and pays from. */
  account: ConnectedAccount & { networkId: string };
  other: { address: string; networkId: string };
  request: components["schemas"]["PaymentRequest"];
  /** How a wallet fails that shows no account. */
  unseen: "locked" | "notLoggedIn";
  /** Events that tell of another account, of none, and of another network. */
  events: Readonly<Record<"account" | "loss" | "network", readonly [string, ...string[]]>>;
  /** @param refusal what it answers a step with instead */
  open: (refusal?: { step: "connect" | "sign" | "pay"; error: unknown }) => Promise<WalletScene>;
}

/** Has the time pass at once that wallets get to announce themselves. */
export function skipWaits(): void {
  beforeEach(() => {
    vi.useFakeTimers().setTimerTickMode("nextTimerAsync");
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}

export function connectWallet(wallet: BrowserWallet, connectorId: string, wanted: Partial<ConnectedAccount> = {}) {
  const { address = null, networkId = null } = wanted;
  const request = { connectorId, networkId, expectedAddress: address, message: null };
  return wallet.connect(request, new AbortController().signal);
}

/** What wallets of every chain have in common. */
export function describeWallet(name: string, lab: WalletLab): void {
  const { connectorId, account, other, request, unseen, events } = lab;
  const gone = { kind: "wallet", reason: unseen };

  async function watch(scene: WalletScene, known: ConnectedAccount | null = account) {
    const controller = new AbortController();
    const ends: unknown[] = [];
    const end = (value: unknown) => void ends.push(value);
    void scene.wallet.watch(connectorId, known, controller.signal).then(end, end);
    const settle = () => new Promise((resolve) => void setTimeout(resolve));
    await settle();
    const change = async (event: string, shown: Shown = {}) => {
      scene.show(shown);
      scene.tell(event);
      await settle();
    };
    return { ends, change, abort: () => controller.abort() };
  }

  describe(`wallets of ${name}`, () => {
    skipWaits();

    it("connect, unless they are gone", async () => {
      const { wallet } = await lab.open();
      await expect(connectWallet(wallet, connectorId, account)).resolves.toEqual({ account, proof: null });
      await expect(connectWallet(wallet, "gone")).rejects.toEqual({ kind: "wallet", reason: "notInstalled" });
    });

    it.each([
      ["connect", "cancelled", 4001],
      ["connect", "denied", 4100],
      ["sign", "cancelled", 4001],
      ["sign", "locked", -32_002],
      ["pay", "cancelled", 4001],
      ["pay", "notConnected", 4100],
    ] as const)("may refuse to %s: %s", async (step, reason, code) => {
      const { wallet } = await lab.open({ step, error: Object.assign(new Error("no"), { code }) });
      const steps = {
        connect: () => connectWallet(wallet, connectorId),
        sign: () => wallet.sign(connectorId, account.address, "text"),
        pay: () => wallet.pay(connectorId, request),
      };
      await expect(steps[step]()).rejects.toMatchObject({ kind: "wallet", reason });
    });

    it.each<[string, Shown]>([
      ["wrongNetwork", { networkId: other.networkId }],
      ["addressMismatch", { address: other.address }],
      [unseen, { address: null }],
    ])("are asked for no payment where it is %s", async (reason, shown) => {
      const { wallet, show, listAsked } = await lab.open();
      show(shown);
      await expect(wallet.pay(connectorId, request)).rejects.toEqual({ kind: "wallet", reason });
      expect(listAsked()).toEqual([]);
    });

    it.each<[string, string, Shown]>([
      ...events.account.map((event): [string, string, Shown] => ["another account", event, { address: other.address }]),
      ...events.network.map((event): [string, string, Shown] => [
        "another network",
        event,
        { networkId: other.networkId },
      ]),
      ...events.loss.map((event): [string, string, Shown] => ["no account", event, { address: null }]),
    ])("tell once of %s, by %s", async (_, event, shown) => {
      const { ends, change } = await watch(await lab.open());
      await change(event);
      expect(ends).toEqual([]);
      await change(event, shown);
      await change(event);
      expect(ends).toEqual([shown.address === null ? gone : { ...account, ...shown }]);
    });

    it("are seen to have changed before the watch began", async () => {
      const { ends } = await watch(await lab.open(), { ...account, address: other.address });
      expect(ends).toEqual([account]);
    });

    it("are seen to open where they were locked", async () => {
      const scene = await lab.open();
      scene.show({ address: null });
      const { ends, change } = await watch(scene, null);
      await change(events.account[0]);
      expect(ends).toEqual([]);
      await change(events.account[0], { address: account.address });
      expect(ends).toEqual([account]);
    });

    it("are not heard any more once the watch was given up", async () => {
      const { ends, change, abort } = await watch(await lab.open());
      abort();
      await change(events.account[0], { address: other.address });
      expect(ends).toEqual([]);
    });
  });
}
