import { afterEach, describe, expect, it, vi } from "vitest";
import { TronProvider } from "./provider.ts";
import type { TronBackend, TronPrompts, TronState } from "./provider.ts";
import type { WalletMemory } from "../ownedWallet.ts";
import { createOwner, FRESH_MEMORY } from "../ownerDouble.ts";

const ACCOUNTS = [
  { index: 0, name: "Account 1", address: "TCLBgkbfVkJroVBJVqBEsxtPNQEQMTQCLQ" },
  { index: 1, name: "Account 2", address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8" },
];
const [first, second] = ACCOUNTS.map(({ address }) => address);
const TRANSFER = {
  txID: "7d",
  raw_data: { contract: [{ parameter: { value: { amount: 1_500_000, to_address: "41aa" } } }] },
};

interface Web {
  defaultAddress: { base58: string | false };
  trx: Record<string, (input?: unknown) => Promise<unknown>>;
}

function createWallet(changes: Partial<WalletMemory & TronState> = {}, answers: Partial<TronPrompts> = {}) {
  const memory: WalletMemory & TronState = { ...FRESH_MEMORY, chainId: null, ...changes };
  const prompts = createOwner(answers);
  const backend: TronBackend = {
    accounts: ACCOUNTS,
    chainId: "0x0badcafe",
    fullHost: "http://node",
    sign: vi.fn<TronBackend["sign"]>(async (kind) => (kind === "message" ? "0xsigned" : "signature")),
    node: vi.fn<TronBackend["node"]>(async (path) => (path === "wallet/getaccount" ? { balance: 7 } : { path })),
  };
  const posted: unknown[] = [];
  const provider = new TronProvider(
    memory,
    () => undefined,
    prompts,
    backend,
    (action) => posted.push(action),
  );
  const request = (method: string, ...params: unknown[]): Promise<unknown> => provider.request({ method, params });
  const web = () => provider.tronWeb as Web | false;
  const trx = (name: string, input?: unknown) => (provider.tronWeb as Web).trx[name]?.(input);
  return { provider, request, memory, prompts, backend, posted, web, trx };
}

afterEach(() => {
  vi.useRealTimers();
});

describe("TronProvider", () => {
  it("shows no account until it is connected, and no TronWeb while it is locked", async () => {
    const { request, provider, web } = createWallet();
    expect(web()).toMatchObject({ defaultAddress: { base58: false } });
    expect(await request("eth_requestAccounts")).toEqual([first]);
    expect(web()).toMatchObject({ defaultAddress: { base58: first } });
    provider.setLocked(true);
    expect(web()).toBe(false);
  });

  it("refuses as TronLink does if its owner does", async () => {
    const no = createWallet({}, { connect: () => Promise.resolve(null) });
    await expect(no.request("eth_requestAccounts")).rejects.toMatchObject({ code: 4001 });
    await expect(no.request("tron_requestAccounts")).resolves.toMatchObject({ code: 4001 });
    const never = () => Promise.resolve(false);
    const connected = createWallet({ isConnected: true }, { sign: never, send: never, switchNetwork: never });
    await expect(connected.trx("signMessageV2", "hi")).rejects.toThrow("Confirmation declined by user");
    await expect(connected.trx("sign", TRANSFER)).rejects.toThrow("Confirmation declined by user");
    await expect(connected.request("wallet_switchEthereumChain", { chainId: "0x2b6653dc" })).rejects.toMatchObject({
      code: 4001,
    });
    const locked = createWallet({ isLocked: true }, { unlock: never });
    await expect(locked.request("eth_requestAccounts")).rejects.toMatchObject({ code: 4001 });
  });

  it("refuses a second connection request while one is open", async () => {
    let answer: (index: number) => void = () => undefined;
    const { request } = createWallet({}, { connect: () => new Promise((resolve) => (answer = resolve)) });
    const pending = request("eth_requestAccounts");
    await expect(request("eth_requestAccounts")).rejects.toMatchObject({ code: -32_002 });
    await expect(request("tron_requestAccounts")).resolves.toMatchObject({ code: 4000 });
    await vi.waitFor(() => answer(1));
    expect(await pending).toEqual([second]);
  });

  it("answers nothing the old way while it is locked", async () => {
    const { request, memory } = createWallet({ isLocked: true });
    expect(await request("tron_requestAccounts")).toBe("");
    await vi.waitFor(() => expect(memory.isLocked).toBe(false));
    expect(await request("tron_requestAccounts")).toMatchObject({ code: 200 });
  });

  it("signs and pays for a page that it shows its account", async () => {
    const { request, trx, prompts, backend } = createWallet();
    await expect(trx("sign", TRANSFER)).rejects.toMatchObject({ code: 4100 });
    await expect(trx("signMessageV2", "hi")).rejects.toMatchObject({ code: 4100 });
    await request("eth_requestAccounts");
    expect(await trx("signMessageV2", "hi")).toBe("0xsigned");
    expect(await trx("sign", TRANSFER)).toEqual({ ...TRANSFER, signature: ["signature"] });
    expect(prompts.send).toHaveBeenCalledWith(ACCOUNTS[0], {
      to: "41aa",
      amountBase: 1_500_000n,
      balanceBase: 7n,
    });
    expect(await trx("sendRawTransaction", TRANSFER)).toEqual({ path: "wallet/broadcasttransaction" });
    expect(backend.node).toHaveBeenLastCalledWith("wallet/broadcasttransaction", TRANSFER);
    await expect(trx("sign", { raw_data: { contract: [] } })).rejects.toThrow("Invalid transaction");
  });

  it("tells by events and messages what its owner changes", async () => {
    const { request, provider, posted } = createWallet();
    const heard: unknown[] = [];
    const listen = (value: unknown) => heard.push(value);
    for (const event of ["accountsChanged", "chainChanged"]) provider.on(event, listen);
    await request("eth_requestAccounts");
    provider.chooseAccount(1);
    provider.chooseNetwork("0xcd8690dc");
    provider.setConnected(false);
    expect(heard).toEqual([[first], [second], { chainId: "0xcd8690dc" }, []]);
    expect(posted).toEqual([
      "accountsChanged",
      "connectWeb",
      "accountsChanged",
      "setNode",
      "accountsChanged",
      "disconnectWeb",
    ]);
    provider.removeListener("accountsChanged", listen);
    provider.chooseAccount(0);
    expect(heard).toHaveLength(4);
  });

  it("knows the first block of public networks, and has no way to them", async () => {
    const { request, trx } = createWallet({ isConnected: true });
    expect(await trx("getBlockByNumber", 0)).toEqual({ path: "wallet/getblockbynum" });
    expect(await request("wallet_switchEthereumChain", { chainId: "0x2b6653dc" })).toBeNull();
    expect(await trx("getBlockByNumber", 0)).toEqual({ blockID: expect.stringMatching(/2b6653dc$/) as string });
    await expect(trx("getUnconfirmedBalance", first)).rejects.toThrow("Network Error");
    expect(await request("wallet_switchEthereumChain", { chainId: "0x0badcafe" })).toBeNull();
    expect(await trx("getUnconfirmedBalance", first)).toBe(7);
    await expect(request("wallet_switchEthereumChain", { chainId: "0x1" })).rejects.toMatchObject({ code: 4902 });
    await expect(request("wallet_switchEthereumChain")).rejects.toMatchObject({ code: -32_602 });
    await expect(request("eth_chainId")).rejects.toMatchObject({ code: 4200 });
  });

  it.each([
    ["refusing", 4001],
    ["cut", 4900],
  ] as const)("asks nobody while it is %s", async (mood, code) => {
    const { request, trx, prompts } = createWallet({ mood, isConnected: true });
    await expect(request("eth_requestAccounts")).rejects.toMatchObject({ code });
    await expect(trx("signMessageV2", "hi")).rejects.toMatchObject({ code });
    await expect(trx("sign", TRANSFER)).rejects.toMatchObject({ code });
    expect(prompts.sign).not.toHaveBeenCalled();
  });

  it("reaches no node while its link is cut, and tells no balance while it has none", async () => {
    const cut = createWallet({ mood: "cut", isConnected: true });
    await expect(cut.trx("getBlockByNumber", 0)).rejects.toThrow("Network Error");
    const without = createWallet({ mood: "withoutBalance", isConnected: true });
    await expect(without.trx("getUnconfirmedBalance", first)).rejects.toThrow("Network Error");
    expect(await without.trx("getBlockByNumber", 0)).toEqual({ path: "wallet/getblockbynum" });
  });

  it("answers after three minutes while it is slow", async () => {
    vi.useFakeTimers();
    const { request } = createWallet({ mood: "slow" });
    let answer: unknown = null;
    void request("eth_requestAccounts").then((accounts) => (answer = accounts));
    await vi.advanceTimersByTimeAsync(179_000);
    expect(answer).toBeNull();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(answer).toEqual([first]);
  });
});
