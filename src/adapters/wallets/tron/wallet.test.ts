import { describe, expect, it } from "vitest";

import type { components } from "#contract/schema.d.ts";
import { connectWallet, describeWallet, skipWaits } from "#tests/support/describeWallet.ts";

import type { WalletPage } from "./discoverProviders.ts";
import { PROVIDER_EVENTS, type Tip1193Provider, type TronWeb } from "./tip1193.ts";
import { createTronWallet } from "./wallet.ts";

const ADDRESS = "TCLBgkbfVkJroVBJVqBEsxtPNQEQMTQCLQ";
const OTHER = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8";
const TREASURY = "TBvJUBXorwBPzqvV38vjDgegj5Eh6g2Tsq";
const NETWORK_ID = "tron:0x0badcafe";
const BLOCK = { blockID: `${"0".repeat(56)}0badcafe` };
const SIGNATURE = `0x${"ab".repeat(65)}`;
const TX_ID = "7d4aed2f94101d64953f601285b209d1e0c831250c8f038896fcf52224233326";
const RAW_DATA_HEX =
  "0a020a1b220801020304050607084080f0cc86a6375a67080112630a2d747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e" +
  "5472616e73666572436f6e747261637412320a154119e7e376e7c213b7e7e7e46cc70a5dd086daff2a1215411563915e194d8cfba194357060" +
  "3f7606a311550818e0c65b70c0eb8f86a637";
const TRANSACTION = { visible: false, txID: TX_ID, raw_data: {}, raw_data_hex: RAW_DATA_HEX };
const SIGNED = { ...TRANSACTION, signature: ["00"] };

type Handlers = Record<string, (...params: readonly unknown[]) => unknown>;

interface FakeWallet extends Tip1193Provider {
  /** What it was asked for, with what. */
  calls: [name: string, ...params: unknown[]][];
  /** The address that it shows; false: none. */
  address: string | false;
}

/** A wallet whose answers are those of `handlers`, methods of the provider and of TronWeb alike. */
function createProvider(handlers: Handlers = {}): FakeWallet {
  const calls: FakeWallet["calls"] = [];
  const all: Handlers = {
    eth_requestAccounts: () => [ADDRESS],
    tron_requestAccounts: () => ({ code: 200 }),
    eth_chainId: () => "0xbadcafe",
    getBlockByNumber: () => BLOCK,
    getUnconfirmedBalance: () => 2_000_000,
    signMessageV2: () => SIGNATURE,
    sign: () => SIGNED,
    sendRawTransaction: () => ({ result: true }),
    ...handlers,
  };
  const run = async (name: string, ...params: unknown[]): Promise<unknown> => {
    calls.push([name, ...params]);
    const handler = all[name];
    if (handler === undefined) throw new Error(`no ${name}`);
    return handler(...params);
  };
  const trx: TronWeb["trx"] = {
    getBlockByNumber: (number) => run("getBlockByNumber", number),
    getUnconfirmedBalance: (address) => run("getUnconfirmedBalance", address),
    signMessageV2: (message) => run("signMessageV2", message),
    sign: (transaction) => run("sign", transaction),
    sendRawTransaction: (transaction) => run("sendRawTransaction", transaction),
  };
  const provider: FakeWallet = {
    calls,
    address: ADDRESS,
    request: ({ method, params = [] }) => run(method, ...params),
    get tronWeb() {
      return { defaultAddress: { base58: provider.address }, trx };
    },
  };
  return provider;
}

function announce(page: WalletPage, uuid: string, provider: unknown, icon = "data:image/svg+xml,x") {
  page.addEventListener("TIP6963:requestProvider", () => {
    page.dispatchEvent(
      new CustomEvent("TIP6963:announceProvider", {
        detail: { info: { uuid, name: `Wallet ${uuid}`, icon, rdns: "example.wallet" }, provider },
      }),
    );
  });
}

function createPage(globals: Partial<Record<"tron" | "tronLink" | "tronWeb", unknown>> = {}): WalletPage {
  return Object.assign(new EventTarget(), globals);
}

async function connectTo(handlers: Handlers) {
  const page = createPage();
  const events = new EventTarget();
  const provider = Object.assign(createProvider(handlers), {
    on: events.addEventListener.bind(events),
    removeListener: events.removeEventListener.bind(events),
  });
  announce(page, "a", provider);
  const wallet = createTronWallet(page);
  await wallet.detect();
  const tell = (event: string) => {
    if (PROVIDER_EVENTS.some((one) => one === event)) events.dispatchEvent(new Event(event));
    else page.dispatchEvent(new MessageEvent("message", { data: { message: { action: event.replace(/^by /u, "") } } }));
  };
  return { wallet, provider, tell };
}

function fail(error: unknown): () => never {
  return () => {
    throw error;
  };
}

const REQUEST = {
  from: ADDRESS,
  to: TREASURY,
  amount: "1.5",
  network: { id: NETWORK_ID, name: "Local" },
  signing: { kind: "tron", transaction: TRANSACTION },
} as unknown as components["schemas"]["PaymentRequest"];

skipWaits();

const STEPS = { connect: "eth_requestAccounts", sign: "signMessageV2", pay: "sign" };
const MESSAGES = ["by setAccount", "by setNode", "by accountsChanged", "by disconnectWeb"];

describeWallet("Tron", {
  connectorId: "a",
  account: { address: ADDRESS, networkId: NETWORK_ID },
  other: { address: OTHER, networkId: "tron:0x2b6653dc" },
  request: REQUEST,
  unseen: "notLoggedIn",
  events: {
    account: ["accountsChanged", "connect", ...MESSAGES],
    network: ["chainChanged"],
    loss: ["accountsChanged", "disconnect"],
  },
  open: async (refusal) => {
    let chainId = "0xbadcafe";
    const { wallet, provider, tell } = await connectTo({
      eth_chainId: () => chainId,
      ...(refusal && { [STEPS[refusal.step]]: fail(refusal.error) }),
    });
    return {
      wallet,
      tell,
      show: ({ address, networkId }) => {
        if (address !== undefined) provider.address = address ?? false;
        if (networkId !== undefined) chainId = networkId.slice(5);
      },
      listAsked: () => provider.calls.filter(([name]) => name === STEPS.pay),
    };
  },
});

describe("a wallet that makes a new provider when the account changes", () => {
  it.each(["tron", "tronLink"] as const)("is asked by the present one: window.%s", async (name) => {
    const page = createPage({ [name]: createProvider() });
    const wallet = createTronWallet(page);
    await wallet.detect();
    const present = createProvider();
    present.address = OTHER;
    Object.assign(page, { [name]: present });
    await expect(connectWallet(wallet, `window.${name}`)).resolves.toMatchObject({ account: { address: OTHER } });
  });

  it.each(["a", "b"])("is asked by the one that it announces now, with uuid %s", async (uuid) => {
    const page = createPage();
    let provider = createProvider();
    let announced = "a";
    page.addEventListener("TIP6963:requestProvider", () => {
      const info = { uuid: announced, name: "Wallet", icon: "data:image/svg+xml,x" };
      page.dispatchEvent(new CustomEvent("TIP6963:announceProvider", { detail: { info, provider } }));
    });
    const wallet = createTronWallet(page);
    await wallet.detect();
    const old = provider;
    provider = createProvider();
    provider.address = OTHER;
    announced = uuid;
    const asked = old.calls.length;
    const signal = new AbortController().signal;
    const known = { address: ADDRESS, networkId: NETWORK_ID };
    await expect(wallet.watch("a", known, signal)).resolves.toMatchObject({ address: OTHER });
    await expect(wallet.sign("a", OTHER, "text")).resolves.toBe(SIGNATURE);
    expect(old.calls).toHaveLength(asked);
  });
});

describe("createTronWallet", () => {
  it("finds every announced wallet and takes only pictures as icons", async () => {
    const page = createPage();
    announce(page, "a", createProvider());
    announce(page, "b", createProvider(), "https://evil.example/track.png");
    announce(page, "broken", { request: "no function" });
    await expect(createTronWallet(page).detect()).resolves.toEqual([
      { connectorId: "a", name: "Wallet a", icon: "data:image/svg+xml,x" },
      { connectorId: "b", name: "Wallet b", icon: null },
    ]);
  });

  it("takes what the page holds only where nobody announces, the newest way first", async () => {
    const provider = createProvider();
    const page = createPage({ tron: provider, tronLink: provider, tronWeb: provider.tronWeb });
    const wallet = createTronWallet(page);
    await expect(wallet.detect()).resolves.toMatchObject([{ connectorId: "window.tron" }]);
    page.tron = undefined;
    await expect(wallet.detect()).resolves.toMatchObject([{ connectorId: "window.tronLink" }]);
    page.tronLink = undefined;
    await expect(wallet.detect()).resolves.toMatchObject([{ connectorId: "window.tronWeb" }]);
    announce(page, "a", provider);
    await expect(wallet.detect()).resolves.toMatchObject([{ connectorId: "a" }]);
  });

  it("finds nothing on a page without wallets", async () => {
    await expect(createTronWallet(createPage()).detect()).resolves.toEqual([]);
  });

  it.each(["tronLink", "tronWeb"] as const)("connects by window.%s as wallets were before TIP-1102", async (name) => {
    const { tronWeb, request } = createProvider({ eth_chainId: fail({ code: 4200 }) });
    const page = createPage({ [name]: name === "tronLink" ? { request, tronWeb } : { ...(tronWeb as object) } });
    const wallet = createTronWallet(page);
    await wallet.detect();
    await expect(connectWallet(wallet, `window.${name}`)).resolves.toMatchObject({
      account: { address: ADDRESS, networkId: NETWORK_ID },
    });
  });

  it.each([
    ["locked", null],
    ["locked", ""],
    ["locked", { code: 4000, message: "in queue" }],
    ["cancelled", { code: 4001, message: "user rejected" }],
    ["linkFailed", { code: 500 }],
  ])("is %s where an old wallet answers so", async (reason, answer) => {
    const { tronWeb, request } = createProvider({ tron_requestAccounts: () => answer });
    const wallet = createTronWallet(createPage({ tronLink: { request, tronWeb } }));
    await wallet.detect();
    await expect(connectWallet(wallet, "window.tronLink")).rejects.toMatchObject({ kind: "wallet", reason });
  });

  it("asks the wallet's node for the network where the wallet does not tell it", async () => {
    const { wallet, provider } = await connectTo({ eth_chainId: fail({ code: 4200 }) });
    await expect(connectWallet(wallet, "a")).resolves.toMatchObject({ account: { networkId: NETWORK_ID } });
    expect(provider.calls.at(-1)).toEqual(["getBlockByNumber", 0]);
  });

  it("waits for a wallet that makes its TronWeb after it has answered", async () => {
    const { wallet, provider } = await connectTo({});
    provider.address = false;
    setTimeout(() => {
      provider.address = ADDRESS;
    }, 900);
    await expect(connectWallet(wallet, "a")).resolves.toMatchObject({ account: { address: ADDRESS } });
  });

  it.each<[string, Handlers]>([
    ["locked", { eth_requestAccounts: () => [] }],
    ["rpcUnreachable", { eth_chainId: fail({ code: 4200 }), getBlockByNumber: fail(new Error("Network Error")) }],
  ])("a connection can end as %s", async (reason, handlers) => {
    const { wallet } = await connectTo(handlers);
    await expect(connectWallet(wallet, "a")).rejects.toMatchObject({ kind: "wallet", reason });
  });

  it("is not logged in where it agrees, and shows no account", async () => {
    const { wallet, provider } = await connectTo({});
    provider.address = false;
    await expect(connectWallet(wallet, "a")).rejects.toEqual({ kind: "wallet", reason: "notLoggedIn" });
  });

  it("switches the network", async () => {
    const { wallet, provider } = await connectTo({ wallet_switchEthereumChain: () => null });
    await wallet.switchNetwork("a", NETWORK_ID);
    expect(provider.calls.at(-1)).toEqual(["wallet_switchEthereumChain", { chainId: "0x0badcafe" }]);
  });

  it("may switch to no network", async () => {
    const { wallet } = await connectTo({ wallet_switchEthereumChain: fail({ code: 4200 }) });
    await expect(wallet.switchNetwork("a", NETWORK_ID)).rejects.toMatchObject({ reason: "wrongNetwork" });
  });

  it("signs the text, by the account that is asked for alone", async () => {
    const { wallet, provider } = await connectTo({});
    await expect(wallet.sign("a", ADDRESS, "Grüß")).resolves.toBe(SIGNATURE);
    expect(provider.calls.at(-1)).toEqual(["signMessageV2", "Grüß"]);
    provider.address = OTHER;
    await expect(wallet.sign("a", ADDRESS, "Grüß")).rejects.toEqual({ kind: "wallet", reason: "addressMismatch" });
    provider.address = false;
    await expect(wallet.sign("a", ADDRESS, "Grüß")).rejects.toEqual({ kind: "wallet", reason: "notLoggedIn" });
    expect(provider.calls.filter(([name]) => name === "signMessageV2")).toHaveLength(1);
  });

  it("pays with the server's own transaction, through the wallet's node", async () => {
    const { wallet, provider } = await connectTo({});
    await expect(wallet.pay("a", REQUEST)).resolves.toBe(TX_ID);
    expect(provider.calls.slice(-3)).toEqual([
      ["getUnconfirmedBalance", ADDRESS],
      ["sign", TRANSACTION],
      ["sendRawTransaction", SIGNED],
    ]);
  });

  it.each<[string, Handlers]>([
    ["balanceUnavailable", { getUnconfirmedBalance: fail(new Error("Network Error")) }],
    ["insufficientBalance", { getUnconfirmedBalance: () => 1_499_999 }],
  ])("does not ask for a signature when it is %s", async (reason, handlers) => {
    const { wallet, provider } = await connectTo(handlers);
    await expect(wallet.pay("a", REQUEST)).rejects.toEqual({ kind: "wallet", reason });
    expect(provider.calls.some(([name]) => name === "sign")).toBe(false);
  });

  it.each([
    ["another receiver", { to: OTHER }],
    ["another payer", { from: OTHER }],
    ["another amount", { amount: "1.6" }],
    ["other bytes than its id says", { signing: { kind: "tron", transaction: { ...TRANSACTION, txID: "0" } } }],
    ["another chain", { signing: { kind: "evm", transaction: {} } }],
  ])("asks nobody to sign a transaction of %s", async (_, change) => {
    const { wallet, provider } = await connectTo({});
    provider.address = "from" in change ? OTHER : ADDRESS;
    const request = { ...REQUEST, ...change } as typeof REQUEST;
    await expect(wallet.pay("a", request)).rejects.toEqual({ kind: "wallet", reason: "payFailed" });
    expect(provider.calls.some(([name]) => name === "sign")).toBe(false);
  });

  it.each<[string, Handlers]>([
    ["payFailed", { sign: fail(new Error("Invalid transaction")) }],
    ["payFailed", { sign: () => ({ ...SIGNED, raw_data_hex: `${RAW_DATA_HEX}00` }) }],
  ])("sends nothing when the signature is %s", async (reason, handlers) => {
    const { wallet, provider } = await connectTo(handlers);
    await expect(wallet.pay("a", REQUEST)).rejects.toMatchObject({ kind: "wallet", reason });
    expect(provider.calls.some(([name]) => name === "sendRawTransaction")).toBe(false);
  });

  it.each([
    [
      "insufficientBalance",
      { code: "CONTRACT_VALIDATE_ERROR", message: Buffer.from("balance is not sufficient.").toString("hex") },
    ],
    ["insufficientBalance", { code: "BANDWITH_ERROR", message: "" }],
    ["payFailed", { code: "TRANSACTION_EXPIRATION_ERROR", message: "Transaction expired" }],
    ["payFailed", { code: "SIGERROR" }],
  ])("is %s where the node refuses", async (reason, answer) => {
    const { wallet, provider } = await connectTo({ sendRawTransaction: () => answer });
    await expect(wallet.pay("a", REQUEST)).rejects.toMatchObject({ kind: "wallet", reason });
    expect(provider.calls.filter(([name]) => name === "sendRawTransaction")).toHaveLength(1);
  });

  it.each([
    ["is lost", fail(new Error("Network Error"))],
    ["is that it is busy", () => ({ code: "SERVER_BUSY" })],
  ])(
    "sends the same again where the node's answer %s, and takes it for paid once the node has it",
    async (_, first) => {
      let tries = 0;
      const sendRawTransaction = () => {
        tries += 1;
        return tries === 1 ? first() : { code: "DUP_TRANSACTION_ERROR" };
      };
      const { wallet, provider } = await connectTo({ sendRawTransaction });
      await expect(wallet.pay("a", REQUEST)).resolves.toBe(TX_ID);
      expect(provider.calls.slice(-2)).toEqual([
        ["sendRawTransaction", SIGNED],
        ["sendRawTransaction", SIGNED],
      ]);
    },
  );

  it("says so where no node takes the payment", async () => {
    const { wallet } = await connectTo({ sendRawTransaction: fail(new Error("Network Error")) });
    await expect(wallet.pay("a", REQUEST)).rejects.toEqual({ kind: "wallet", reason: "rpcUnreachable" });
  });
});
