import { describe, expect, it } from "vitest";

import type { components } from "#contract/schema.d.ts";
import { connectWallet, describeWallet, skipWaits } from "#tests/support/describeWallet.ts";

import type { WalletPage } from "./discoverProviders.ts";
import type { Eip1193Provider } from "./eip1193.ts";
import { createEthereumWallet } from "./wallet.ts";

const ADDRESS = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const HASH = `0x${"ab".repeat(32)}`;

type Handlers = Record<string, (params: readonly unknown[]) => unknown>;

function createProvider(
  handlers: Handlers,
): Eip1193Provider & { calls: { method: string; params: readonly unknown[] }[] } {
  const calls: { method: string; params: readonly unknown[] }[] = [];
  const all: Handlers = {
    eth_requestAccounts: () => [ADDRESS],
    eth_accounts: () => [ADDRESS],
    eth_chainId: () => "0x7a69",
    ...handlers,
  };
  return {
    calls,
    request: ({ method, params = [] }) => {
      calls.push({ method, params });
      const handler = all[method];
      if (handler === undefined) return Promise.reject(new Error(`no ${method}`));
      try {
        return Promise.resolve(handler(params));
      } catch (error) {
        return Promise.reject(error);
      }
    },
  };
}

function announce(page: WalletPage, uuid: string, provider: unknown, icon = "data:image/svg+xml,x") {
  page.addEventListener("eip6963:requestProvider", () => {
    page.dispatchEvent(
      new CustomEvent("eip6963:announceProvider", {
        detail: { info: { uuid, name: `Wallet ${uuid}`, icon, rdns: "example.wallet" }, provider },
      }),
    );
  });
}

async function connectTo(handlers: Handlers) {
  const page: WalletPage = new EventTarget();
  const events = new EventTarget();
  const provider = {
    ...createProvider(handlers),
    on: events.addEventListener.bind(events),
    removeListener: events.removeEventListener.bind(events),
  };
  announce(page, "a", provider);
  const wallet = createEthereumWallet(page);
  await wallet.detect();
  return { wallet, provider, tell: (event: string) => void events.dispatchEvent(new Event(event)) };
}

function fail(code: number, message = "", data?: unknown): () => never {
  return () => {
    throw Object.assign(new Error(message), { code, data });
  };
}

const TRANSACTION = { from: ADDRESS, to: "0x1", value: "0x1", gas: "0x5208", chainId: "0x7a69" };
const REQUEST = {
  from: ADDRESS.toLowerCase(),
  network: { id: "eip155:31337", name: "Local" },
  signing: {
    kind: "evm",
    transaction: TRANSACTION,
  },
} as unknown as components["schemas"]["PaymentRequest"];

const STEPS = { connect: "eth_requestAccounts", sign: "personal_sign", pay: "eth_sendTransaction" };

describeWallet("Ethereum", {
  connectorId: "a",
  account: { address: ADDRESS, networkId: "eip155:31337" },
  other: { address: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8", networkId: "eip155:1" },
  request: REQUEST,
  unseen: "locked",
  events: { account: ["accountsChanged"], network: ["chainChanged"], loss: ["accountsChanged", "disconnect"] },
  open: async (refusal) => {
    let accounts = [ADDRESS];
    let chainId = "0x7a69";
    const refuse = () => Promise.reject(refusal?.error);
    const { wallet, provider, tell } = await connectTo({
      eth_accounts: () => accounts,
      eth_chainId: () => chainId,
      ...(refusal && { [STEPS[refusal.step]]: refuse }),
    });
    return {
      wallet,
      tell,
      show: ({ address, networkId }) => {
        if (address !== undefined) accounts = address === null ? [] : [address];
        if (networkId !== undefined) chainId = `0x${Number(networkId.slice(7)).toString(16)}`;
      },
      listAsked: () => provider.calls.filter(({ method }) => method === STEPS.pay),
    };
  },
});

describe("createEthereumWallet", () => {
  skipWaits();

  it("asks the provider that the page holds now", async () => {
    const page: WalletPage = Object.assign(new EventTarget(), { ethereum: createProvider({}) });
    const wallet = createEthereumWallet(page);
    await wallet.detect();
    const present = createProvider({ personal_sign: () => "0x12" });
    page.ethereum = present;
    await expect(wallet.sign("window.ethereum", ADDRESS, "text")).resolves.toBe("0x12");
    expect(present.calls).toHaveLength(1);
  });

  it("finds every announced wallet and takes only pictures as icons", async () => {
    const page: WalletPage = new EventTarget();
    announce(page, "a", createProvider({}));
    announce(page, "b", createProvider({}), "https://evil.example/track.png");
    announce(page, "broken", { request: "no function" });
    await expect(createEthereumWallet(page).detect()).resolves.toEqual([
      { connectorId: "a", name: "Wallet a", icon: "data:image/svg+xml,x" },
      { connectorId: "b", name: "Wallet b", icon: null },
    ]);
  });

  it("takes the old global only where nobody announces", async () => {
    const page: WalletPage = Object.assign(new EventTarget(), { ethereum: createProvider({}) });
    const wallet = createEthereumWallet(page);
    await expect(wallet.detect()).resolves.toMatchObject([{ connectorId: "window.ethereum" }]);
    announce(page, "a", createProvider({}));
    await expect(wallet.detect()).resolves.toMatchObject([{ connectorId: "a" }]);
  });

  it("finds nothing on a page without wallets", async () => {
    await expect(createEthereumWallet(new EventTarget()).detect()).resolves.toEqual([]);
  });

  it.each([
    ["connectionFailed", fail(4900)],
    ["locked", fail(-32002)],
    ["connectionFailed", fail(-32603, "internal")],
    ["cancelled", fail(-32603, "wrapped", { originalError: { code: 4001 } })],
    ["locked", () => []],
  ])("a connection can end as %s", async (reason, handler) => {
    const { wallet } = await connectTo({ eth_requestAccounts: handler });
    await expect(connectWallet(wallet, "a")).rejects.toMatchObject({ kind: "wallet", reason });
  });

  it("switches the network", async () => {
    let chainId = "0x1";
    const { wallet } = await connectTo({
      eth_chainId: () => chainId,
      wallet_switchEthereumChain: () => {
        chainId = "0x7a69";
        return null;
      },
    });
    await wallet.switchNetwork("a", "eip155:31337");
    await expect(connectWallet(wallet, "a")).resolves.toEqual({
      account: { address: ADDRESS, networkId: "eip155:31337" },
      proof: null,
    });
  });

  it.each([fail(4902), fail(-32603, "", { originalError: { code: 4902 } })])(
    "adds a network that the wallet does not know",
    async (handler) => {
      const { wallet, provider } = await connectTo({
        wallet_switchEthereumChain: handler,
        wallet_addEthereumChain: () => null,
      });
      await wallet.switchNetwork("a", "eip155:11155111");
      const added = provider.calls.find(({ method }) => method === "wallet_addEthereumChain");
      expect(added?.params[0]).toMatchObject({ chainId: "0xaa36a7", chainName: "Sepolia" });
    },
  );

  it("leaves a network alone that nobody knows, and a refusal", async () => {
    const unknown = await connectTo({ wallet_switchEthereumChain: fail(4902) });
    await expect(unknown.wallet.switchNetwork("a", "eip155:31337")).rejects.toMatchObject({ reason: "wrongNetwork" });
    const refused = await connectTo({ wallet_switchEthereumChain: fail(4001) });
    await expect(refused.wallet.switchNetwork("a", "eip155:11155111")).rejects.toMatchObject({ reason: "cancelled" });
  });

  it("signs the text as bytes", async () => {
    const { wallet, provider } = await connectTo({ personal_sign: () => "0x51" });
    await expect(wallet.sign("a", ADDRESS, "Grüß")).resolves.toBe("0x51");
    expect(provider.calls.at(-1)?.params).toEqual(["0x4772c3bcc39f", ADDRESS]);
  });

  it("pays with the server's own transaction", async () => {
    const { wallet, provider } = await connectTo({ eth_sendTransaction: () => HASH });
    await expect(wallet.pay("a", REQUEST)).resolves.toBe(HASH);
    expect(provider.calls.at(-1)?.params).toEqual([TRANSACTION]);
  });

  it.each([
    ["insufficientBalance", { eth_sendTransaction: fail(-32000, "insufficient funds for gas * price + value") }],
    ["payFailed", { eth_sendTransaction: fail(-32603) }],
    ["payFailed", { eth_sendTransaction: () => "no hash" }],
  ])("a payment can end as %s", async (reason, handlers: Handlers) => {
    const { wallet } = await connectTo(handlers);
    await expect(wallet.pay("a", REQUEST)).rejects.toMatchObject({ kind: "wallet", reason });
  });
});
