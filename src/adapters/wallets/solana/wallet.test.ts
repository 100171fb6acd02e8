import type { Wallet, WalletAccount } from "@wallet-standard/base";
import { afterEach, describe, expect, it, vi } from "vitest";

import type { components } from "#contract/schema.d.ts";
import { decodeBase58, encodeBase58 } from "#domain/address/base58.ts";
import { describeWallet, skipWaits } from "#tests/support/describeWallet.ts";

import { createSolanaWallet } from "./wallet.ts";

const ADDRESS = "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM";
const OTHER = "DYw8jCTfwHNRJhhmFcbXvVDTqWMEVFBX6ZKUmG5CNSKK";
const LOCAL = "solana:6cj5gEMmM9hx4LWdGvBN7JkNmzrhq5Ki";
const MAINNET = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp";
const SIGNATURE = Uint8Array.from({ length: 64 }, (_, place) => place + 1);
const TX_ID = encodeBase58(SIGNATURE);
const UNSIGNED = Uint8Array.from([1, ...new Uint8Array(64), 9, 8, 7]);
const SIGNED = Uint8Array.from([1, ...SIGNATURE, 9, 8, 7]);
const REQUEST = {
  from: ADDRESS,
  network: { id: LOCAL, name: "Local" },
  signing: { kind: "solana", transaction: Buffer.from(UNSIGNED).toString("base64") },
} as unknown as components["schemas"]["PaymentRequest"];
const { signal } = new AbortController();

function createAccount(address: string, chains: readonly string[] = ["solana:localnet"]): WalletAccount {
  const publicKey = decodeBase58(address, 32) ?? new Uint8Array();
  return { address, publicKey, chains: chains as WalletAccount["chains"], features: [] };
}

interface Standing {
  name?: string;
  icon?: string;
  chains?: readonly string[];
  /** The accounts that show without a question. */
  accounts?: readonly WalletAccount[];
  /** The accounts that show once the person agrees. */
  granted?: readonly WalletAccount[];
  /** Replaces, or with null removes, what the wallet does. */
  features?: Readonly<Record<string, unknown>>;
}

/** A wallet that agrees to everything, and what it was asked. */
function createStandardWallet(standing: Standing = {}) {
  const asked: [feature: string, input: unknown][] = [];
  const events = new EventTarget();
  const state = { accounts: standing.accounts ?? [] };
  const answer = (feature: string, output: object) => (input: unknown) => {
    asked.push([feature, input]);
    return Promise.resolve([output]);
  };
  const features = {
    "standard:connect": {
      connect: () => {
        state.accounts = standing.granted ?? [createAccount(ADDRESS)];
        return Promise.resolve({ accounts: state.accounts });
      },
    },
    "standard:events": {
      on: (name: string, listener: () => void) => {
        events.addEventListener(name, listener);
        return () => {
          events.removeEventListener(name, listener);
        };
      },
    },
    "solana:signMessage": { signMessage: answer("signMessage", { signature: SIGNATURE }) },
    "solana:signTransaction": { signTransaction: answer("signTransaction", { signedTransaction: SIGNED }) },
    "solana:signAndSendTransaction": {
      signAndSendTransaction: answer("signAndSendTransaction", { signature: SIGNATURE }),
    },
    ...standing.features,
  };
  const wallet = {
    version: "1.0.0",
    name: standing.name ?? "Sun",
    icon: standing.icon ?? "data:image/svg+xml;base64,x",
    chains: standing.chains ?? ["solana:mainnet", "solana:localnet"],
    features: Object.fromEntries(Object.entries(features).filter(([, feature]) => feature !== null)),
    get accounts() {
      return state.accounts;
    },
  } as unknown as Wallet;
  const change = (accounts: readonly WalletAccount[]) => {
    state.accounts = accounts;
    events.dispatchEvent(new Event("change"));
  };
  return { wallet, asked, change };
}

async function open(...wallets: readonly Wallet[]) {
  const solana = createSolanaWallet({ get: () => wallets });
  return { solana, found: await solana.detect() };
}

/** A page that is connected with its only wallet. The payment leaves ADDRESS on the local network. */
async function connectTo(standing: Standing = {}) {
  const { wallet, asked, change } = createStandardWallet(standing);
  const { solana } = await open(wallet);
  const connecting = connect(solana);
  return { solana, asked, change, connecting };
}

function connect(solana: ReturnType<typeof createSolanaWallet>, change: object = {}) {
  const request = { connectorId: "Sun", networkId: LOCAL, expectedAddress: ADDRESS, message: null, ...change };
  return solana.connect(request, signal);
}

function fail(feature: string, method: string, error: unknown): Standing {
  return { features: { [feature]: { [method]: () => Promise.reject(error) } } };
}

function stubNodes(answers: Readonly<Record<string, object | null>>): string[] {
  const posted: string[] = [];
  vi.stubGlobal("fetch", async (url: string, init?: { body: string }) => {
    if (init !== undefined) posted.push(`${url} ${init.body}`);
    const answer = answers[url];
    if (answer === undefined || answer === null) throw new TypeError("Failed to fetch");
    return Response.json(answer);
  });
  return posted;
}

const STEPS = {
  connect: (error: unknown) => fail("standard:connect", "connect", error),
  sign: (error: unknown) => fail("solana:signMessage", "signMessage", error),
  pay: (error: unknown) => fail("solana:signAndSendTransaction", "signAndSendTransaction", error),
};

describeWallet("Solana", {
  connectorId: "Sun",
  account: { address: ADDRESS, networkId: LOCAL },
  other: { address: OTHER, networkId: MAINNET },
  request: REQUEST,
  unseen: "locked",
  events: { account: ["change"], network: ["change"], loss: ["change"] },
  open: async (refusal) => {
    const { solana, asked, change, connecting } = await connectTo(refusal && STEPS[refusal.step](refusal.error));
    await connecting.catch(() => undefined);
    let shown: { address: string | null; networkId: string } = { address: ADDRESS, networkId: LOCAL };
    return {
      wallet: solana,
      show: (next) => {
        shown = { ...shown, ...next };
        const chains = [shown.networkId === LOCAL ? "solana:localnet" : "solana:mainnet"];
        const others = shown.address === ADDRESS ? [createAccount(OTHER, chains)] : [];
        change(shown.address === null ? [] : [createAccount(shown.address, chains), ...others]);
      },
      // A change is told as it is made.
      tell: () => undefined,
      listAsked: () => asked,
    };
  },
});

skipWaits();
afterEach(() => {
  vi.unstubAllGlobals();
});

describe("finds", () => {
  it("wallets of Solana that can pay, each under a name of its own, and takes only pictures as icons", async () => {
    const { found } = await open(
      createStandardWallet().wallet,
      createStandardWallet({ icon: "https://evil.example/track.png" }).wallet,
      createStandardWallet({ name: "Elsewhere", chains: ["sui:mainnet"] }).wallet,
      createStandardWallet({ name: "Closed", features: { "standard:connect": null } }).wallet,
      createStandardWallet({
        name: "Looks on",
        features: { "solana:signAndSendTransaction": null, "solana:signTransaction": null },
      }).wallet,
    );
    expect(found).toEqual([
      { connectorId: "Sun", name: "Sun", icon: "data:image/svg+xml;base64,x" },
      { connectorId: "Sun 2", name: "Sun 2", icon: null },
    ]);
  });

  it("nothing on a page without wallets", async () => {
    expect((await open()).found).toEqual([]);
  });

  it("wallets that sign and do not send, where a node can be reached for them", async () => {
    const { wallet } = createStandardWallet({ features: { "solana:signAndSendTransaction": null } });
    stubNodes({ "/solana-nodes.json": { rpcUrls: ["https://a.example"] } });
    expect((await open(wallet)).found).toHaveLength(1);
    stubNodes({ "/solana-nodes.json": { rpcUrls: [] } });
    expect((await open(wallet)).found).toEqual([]);
    stubNodes({});
    expect((await open(wallet)).found).toEqual([]);
  });
});

describe("connects", () => {
  it("with the account and the network that pay, where the wallet shows them among others", async () => {
    const granted = [createAccount(OTHER), createAccount(ADDRESS, ["solana:mainnet", "solana:localnet"])];
    const { connecting } = await connectTo({ granted });
    await expect(connecting).resolves.toEqual({ account: { address: ADDRESS, networkId: LOCAL }, proof: null });
  });

  it.each([
    ["solana:mainnet", MAINNET],
    ["solana:localnet", "solana:localnet"],
    ["solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", MAINNET],
  ])("on %s", async (chain, networkId) => {
    const { solana } = await open(createStandardWallet({ granted: [createAccount(ADDRESS, [chain])] }).wallet);
    await expect(connect(solana, { networkId: MAINNET, expectedAddress: null })).resolves.toEqual({
      account: { address: ADDRESS, networkId },
      proof: null,
    });
  });

  it("and says which account it is, where it is another one", async () => {
    const { connecting } = await connectTo({ granted: [createAccount(OTHER)] });
    await expect(connecting).resolves.toMatchObject({ account: { address: OTHER } });
  });

  it.each([
    ["locked", { granted: [] }],
    ["locked", { granted: [createAccount("0xabc", ["ethereum:1"])] }],
  ])("or ends as %s", async (reason, standing) => {
    const { connecting } = await connectTo(standing);
    await expect(connecting).rejects.toMatchObject({ kind: "wallet", reason });
  });
});

describe("signs", () => {
  it("the text as bytes, and answers in base58", async () => {
    const { solana, asked, connecting } = await connectTo();
    await connecting;
    await expect(solana.sign("Sun", ADDRESS, "Grüß")).resolves.toBe(TX_ID);
    expect(asked).toEqual([
      ["signMessage", { account: createAccount(ADDRESS), message: new TextEncoder().encode("Grüß") }],
    ]);
  });

  it.each([
    ["notConnected", { features: { "solana:signMessage": null } }],
    [
      "connectionFailed",
      { features: { "solana:signMessage": { signMessage: async () => [{ signature: new Uint8Array(63) }] } } },
    ],
  ])("or ends as %s", async (reason, standing) => {
    const { solana, connecting } = await connectTo(standing);
    await connecting;
    await expect(solana.sign("Sun", ADDRESS, "text")).rejects.toMatchObject({ kind: "wallet", reason });
  });
});

describe("pays", () => {
  it("with the server's own transaction, by the wallet that sends it", async () => {
    const { solana, asked, connecting } = await connectTo();
    await connecting;
    await expect(solana.pay("Sun", REQUEST)).resolves.toBe(TX_ID);
    expect(asked).toEqual([
      [
        "signAndSendTransaction",
        {
          account: createAccount(ADDRESS),
          chain: "solana:localnet",
          transaction: UNSIGNED,
          options: { preflightCommitment: "confirmed" },
        },
      ],
    ]);
  });

  it.each([
    ["payFailed", { features: { "solana:signAndSendTransaction": { signAndSendTransaction: async () => [] } } }],
  ])("or ends as %s", async (reason, standing) => {
    const { solana, connecting } = await connectTo(standing);
    await connecting;
    await expect(solana.pay("Sun", REQUEST)).rejects.toMatchObject({ kind: "wallet", reason });
  });
});

describe("sends what a wallet only signs", () => {
  const NODES = { rpcUrls: ["https://a.example", "https://b.example"] };

  async function pay(answers: Readonly<Record<string, object | null>>, output: object = { signedTransaction: SIGNED }) {
    const posted = stubNodes({ "/solana-nodes.json": NODES, ...answers });
    const { solana, connecting } = await connectTo({
      features: {
        "solana:signAndSendTransaction": null,
        "solana:signTransaction": { signTransaction: async () => [output] },
      },
    });
    await connecting;
    return { paying: solana.pay("Sun", REQUEST), posted };
  }

  it("to the first node that answers, under its first signature", async () => {
    const { paying, posted } = await pay({ "https://a.example": null, "https://b.example": { result: TX_ID } });
    await expect(paying).resolves.toBe(TX_ID);
    expect(posted).toHaveLength(2);
    expect(posted[1]).toContain(`"sendTransaction","params":["${Buffer.from(SIGNED).toString("base64")}"`);
  });

  it("again where its answer was lost, and takes it as sent that it was sent before", async () => {
    let asked = 0;
    vi.stubGlobal("fetch", async (url: string) => {
      if (url === "/solana-nodes.json") return Response.json({ rpcUrls: ["https://a.example"] });
      asked += 1;
      if (asked === 1) throw new TypeError("Failed to fetch");
      return Response.json({ error: { code: -32_002, message: "This transaction has already been processed" } });
    });
    const { solana, connecting } = await connectTo({ features: { "solana:signAndSendTransaction": null } });
    await connecting;
    await expect(solana.pay("Sun", REQUEST)).resolves.toBe(TX_ID);
    expect(asked).toBe(2);
  });

  it("to one node where it answers", async () => {
    const { paying, posted } = await pay({ "https://a.example": { result: TX_ID } });
    await expect(paying).resolves.toBe(TX_ID);
    expect(posted).toHaveLength(1);
  });

  it.each<[string, Readonly<Record<string, object | null>>]>([
    ["rpcUnreachable", {}],
    [
      "insufficientBalance",
      { "https://a.example": { error: { code: -32_002, message: "custom program error: 0x1" } } },
    ],
    ["signedTooLate", { "https://a.example": { error: { code: -32_002, message: "Blockhash not found" } } }],
    ["payFailed", { "https://a.example": { error: { code: -32_603, message: "Internal error" } } }],
    // The first node may have taken it, so it may be paid.
    [
      "payFailed",
      { "https://a.example": null, "https://b.example": { error: { code: -32_002, message: "Blockhash not found" } } },
    ],
  ])("or ends as %s", async (reason, answers) => {
    const { paying } = await pay(answers);
    await expect(paying).rejects.toMatchObject({ kind: "wallet", reason });
  });

  it.each([{}, { signedTransaction: SIGNED.slice(0, 40) }])("and nothing that is not whole: %j", async (output) => {
    const { paying, posted } = await pay({ "https://a.example": { result: TX_ID } }, output);
    await expect(paying).rejects.toMatchObject({ kind: "wallet", reason: "payFailed" });
    expect(posted).toEqual([]);
  });
});

it("watches a wallet without events in vain", async () => {
  const { solana, change, connecting } = await connectTo({ features: { "standard:events": null } });
  await connecting;
  const ends: unknown[] = [];
  const end = (value: unknown) => void ends.push(value);
  void solana.watch("Sun", { address: ADDRESS, networkId: LOCAL }, signal).then(end, end);
  change([]);
  await new Promise((resolve) => void setTimeout(resolve));
  expect(ends).toEqual([]);
});
