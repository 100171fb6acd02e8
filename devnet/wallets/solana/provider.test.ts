import { describe, expect, it, vi } from "vitest";
import { SolanaProvider } from "./provider.ts";
import type { SolanaBackend, SolanaPrompts, SolanaState } from "./provider.ts";
import type { WalletMemory } from "../ownedWallet.ts";
import { createOwner, FRESH_MEMORY } from "../ownerDouble.ts";

const ACCOUNTS = [
  { index: 0, name: "Account 1", address: "First", publicKey: "AQ==" },
  { index: 1, name: "Account 2", address: "Second", publicKey: "Ag==" },
];
const SIGNATURE = Uint8Array.from({ length: 64 }, (_, place) => place);
const UNSIGNED = Uint8Array.from([1, 2, 3]);
const SIGNED = Uint8Array.from([1, ...SIGNATURE, 2, 3]);
const toBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
const SIGNS: Readonly<Record<string, unknown>> = {
  message: toBase64(SIGNATURE),
  transfer: { to: "Treasury", lamports: "16" },
  transaction: toBase64(SIGNED),
};

type Method = (input?: object) => Promise<unknown>;

function createWallet(changes: Partial<WalletMemory & SolanaState> = {}, answers: Partial<SolanaPrompts> = {}) {
  const memory: WalletMemory & SolanaState = { ...FRESH_MEMORY, network: "solana:localnet", ...changes };
  const prompts = createOwner(answers);
  const backend: SolanaBackend = {
    accounts: () => Promise.resolve(ACCOUNTS),
    sign: vi.fn<SolanaBackend["sign"]>(async (kind) => SIGNS[kind]),
    rpc: vi.fn<SolanaBackend["rpc"]>().mockResolvedValue({ value: 100 }),
  };
  const provider = new SolanaProvider(memory, () => undefined, prompts, backend);
  const ask = (feature: string, input?: object): Promise<unknown> => {
    const name = feature.split(":")[1] ?? "";
    const owner = provider.features[feature] as Readonly<Record<string, Method>> | undefined;
    return owner?.[name]?.(input) ?? Promise.reject(new Error(`no ${feature}`));
  };
  const addresses = () => provider.accounts.map(({ address }) => address);
  return { provider, ask, addresses, memory, prompts, backend };
}

const account = { address: "First" };
const TRANSFER = { account, transaction: UNSIGNED, chain: "solana:localnet" };

async function connect(changes: Partial<WalletMemory & SolanaState> = {}, answers: Partial<SolanaPrompts> = {}) {
  const wallet = createWallet(changes, answers);
  await wallet.ask("standard:connect");
  return wallet;
}

describe("SolanaProvider", () => {
  it("shows no account until it is connected, and none while it is locked", async () => {
    const { ask, addresses, provider } = createWallet();
    expect(addresses()).toEqual([]);
    await ask("standard:connect");
    expect(addresses()).toEqual(["First"]);
    expect(provider.accounts[0]).toMatchObject({ publicKey: Uint8Array.from([1]), chains: ["solana:localnet"] });
    provider.setLocked(true);
    expect(addresses()).toEqual([]);
  });

  it("asks nothing when it is to connect silently", async () => {
    const { ask, prompts } = createWallet();
    expect(await ask("standard:connect", { silent: true })).toEqual({ accounts: [] });
    expect(prompts.connect).not.toHaveBeenCalled();
  });

  it("refuses with 4001 if its owner does, and without a question if it is told to", async () => {
    const no = createWallet({}, { connect: () => Promise.resolve(null) });
    await expect(no.ask("standard:connect")).rejects.toMatchObject({ code: 4001 });
    const locked = createWallet({ isLocked: true }, { unlock: () => Promise.resolve(false) });
    await expect(locked.ask("standard:connect")).rejects.toMatchObject({ code: 4001 });
    const { ask, memory, prompts } = await connect(
      {},
      { sign: () => Promise.resolve(false), send: () => Promise.resolve(false) },
    );
    await expect(ask("solana:signMessage", { account, message: UNSIGNED })).rejects.toMatchObject({ code: 4001 });
    await expect(ask("solana:signAndSendTransaction", TRANSFER)).rejects.toMatchObject({ code: 4001 });
    memory.mood = "refusing";
    memory.isConnected = false;
    await expect(ask("standard:connect")).rejects.toMatchObject({ code: 4001 });
    expect(prompts.connect).toHaveBeenCalledTimes(1);
  });

  it("refuses a second connection request while one is open", async () => {
    let answer: (index: number) => void = () => undefined;
    const { ask, addresses } = createWallet({}, { connect: () => new Promise((resolve) => (answer = resolve)) });
    const pending = ask("standard:connect");
    await expect(ask("standard:connect")).rejects.toMatchObject({ code: -32_002 });
    await vi.waitFor(async () => {
      answer(1);
      await pending;
    });
    expect(addresses()).toEqual(["Second"]);
  });

  it("signs a text, for the connected account only", async () => {
    const { ask, backend, prompts } = await connect();
    const message = new TextEncoder().encode("李 hi");
    expect(await ask("solana:signMessage", { account, message })).toMatchObject([{ signature: SIGNATURE }]);
    expect(prompts.sign).toHaveBeenCalledWith(ACCOUNTS[0], "李 hi");
    expect(backend.sign).toHaveBeenCalledWith("message", { index: 0, message: toBase64(message) });
    const other = { account: { address: "Second" }, message };
    await expect(ask("solana:signMessage", other)).rejects.toMatchObject({ code: 4100 });
  });

  it("shows the amount and the balance, signs and sends", async () => {
    const { ask, backend, prompts } = await connect();
    expect(await ask("solana:signAndSendTransaction", TRANSFER)).toEqual([{ signature: SIGNATURE }]);
    expect(prompts.send).toHaveBeenCalledWith(ACCOUNTS[0], { to: "Treasury", amountBase: 16n, balanceBase: 100n });
    const options = { encoding: "base64", preflightCommitment: "finalized" };
    expect(backend.rpc).toHaveBeenLastCalledWith("sendTransaction", [toBase64(SIGNED), options]);
  });

  it("can leave the sending to the page", async () => {
    const { ask, backend } = await connect({ mood: "onlySigns" });
    await expect(ask("solana:signAndSendTransaction", TRANSFER)).rejects.toThrow("no solana");
    expect(await ask("solana:signTransaction", TRANSFER)).toEqual([{ signedTransaction: SIGNED }]);
    expect(backend.rpc).toHaveBeenCalledTimes(1);
  });

  it("signs nothing for another network, and nothing whose balance it cannot tell", async () => {
    const elsewhere = await connect({ network: "solana:mainnet" });
    await expect(elsewhere.ask("solana:signTransaction", TRANSFER)).rejects.toThrow("not on solana:localnet");
    const blind = await connect({ mood: "withoutBalance" });
    await expect(blind.ask("solana:signTransaction", TRANSFER)).rejects.toThrow("balance");
    for (const { backend } of [elsewhere, blind])
      expect(backend.sign).not.toHaveBeenCalledWith("transaction", expect.anything());
  });

  it("answers nothing once it has lost its link", async () => {
    await expect(createWallet({ mood: "cut" }).ask("standard:connect")).rejects.toMatchObject({ code: 4900 });
  });

  it("reports changes in the wallet to the page", async () => {
    const { provider } = await connect();
    const heard: unknown[] = [];
    const { on } = provider.features["standard:events"] as { on: (name: string, tell: () => void) => () => void };
    const off = on("change", () => heard.push(...provider.accounts.map(({ address, chains }) => [address, ...chains])));
    provider.chooseAccount(1);
    provider.chooseNetwork("solana:mainnet");
    expect(heard).toEqual([
      ["Second", "solana:localnet"],
      ["Second", "solana:mainnet"],
    ]);
    off();
    provider.chooseAccount(0);
    expect(heard).toHaveLength(2);
  });
});
