import { describe, expect, it, vi } from "vitest";
import type { WalletMemory, WalletBackend, WalletPrompts } from "../ownedWallet.ts";
import { WalletProvider } from "./provider.ts";
import type { EthereumState } from "./provider.ts";
import { createOwner, FRESH_MEMORY } from "../ownerDouble.ts";

const ACCOUNTS = [
  { index: 0, name: "Account 1", address: "0xAa00000000000000000000000000000000000001" },
  { index: 1, name: "Account 2", address: "0xAa00000000000000000000000000000000000002" },
];
const [first, second] = ACCOUNTS.map((account) => account.address);

function createWallet(changes: Partial<WalletMemory & EthereumState> = {}, answers: Partial<WalletPrompts> = {}) {
  const memory: WalletMemory & EthereumState = { ...FRESH_MEMORY, chainId: 31_337, hasDevnet: true, ...changes };
  const prompts = createOwner(answers);
  const backend: WalletBackend = {
    accounts: () => Promise.resolve(ACCOUNTS),
    sign: vi.fn<WalletBackend["sign"]>(async (kind) => (kind === "message" ? "0xsigned" : "0xhash")),
    rpc: vi.fn<WalletBackend["rpc"]>().mockResolvedValue("0x64"),
  };
  const provider = new WalletProvider(memory, () => undefined, prompts, backend);
  const request = (method: string, ...params: unknown[]): Promise<unknown> => provider.request({ method, params });
  return { provider, request, memory, prompts, backend };
}

describe("WalletProvider", () => {
  it("shows no account until it is connected, and none while it is locked", async () => {
    const { request, provider } = createWallet();
    expect(await request("eth_accounts")).toEqual([]);
    expect(await request("eth_requestAccounts")).toEqual([first]);
    expect(await request("eth_accounts")).toEqual([first]);
    provider.setLocked(true);
    expect(await request("eth_accounts")).toEqual([]);
  });

  it("refuses with 4001 if its owner does", async () => {
    const no = createWallet({}, { connect: () => Promise.resolve(null) });
    await expect(no.request("eth_requestAccounts")).rejects.toMatchObject({ code: 4001 });
    const connected = createWallet(
      { isConnected: true },
      {
        sign: () => Promise.resolve(false),
        send: () => Promise.resolve(false),
        switchNetwork: () => Promise.resolve(false),
      },
    );
    await expect(connected.request("personal_sign", "0x6869", first)).rejects.toMatchObject({ code: 4001 });
    await expect(
      connected.request("eth_sendTransaction", { from: first, to: second, value: "0x1" }),
    ).rejects.toMatchObject({ code: 4001 });
    await expect(connected.request("wallet_switchEthereumChain", { chainId: "0x1" })).rejects.toMatchObject({
      code: 4001,
    });
    const locked = createWallet({ isLocked: true }, { unlock: () => Promise.resolve(false) });
    await expect(locked.request("eth_requestAccounts")).rejects.toMatchObject({ code: 4001 });
  });

  it.each([
    ["refusing", 4001],
    ["cut", 4900],
  ] as const)("asks nobody while it is %s", async (mood, code) => {
    const { request, prompts } = createWallet({ mood, isConnected: true });
    await expect(request("eth_requestAccounts")).rejects.toMatchObject({ code });
    await expect(request("personal_sign", "0x6869", first)).rejects.toMatchObject({ code });
    await expect(request("eth_sendTransaction", { from: first, to: second, value: "0x1" })).rejects.toMatchObject({
      code,
    });
    for (const ask of [prompts.connect, prompts.sign, prompts.send]) expect(ask).not.toHaveBeenCalled();
  });

  it("answers after three minutes while it is slow, and refuses a page that it has forgotten until then", async () => {
    vi.useFakeTimers();
    try {
      const { request, provider } = createWallet({ mood: "slow", isConnected: true });
      const sending = request("eth_sendTransaction", { from: first, to: second, value: "0x1" });
      const refused = sending.catch((error: unknown) => error);
      provider.setConnected(false);
      await vi.advanceTimersByTimeAsync(180_000);
      expect(await refused).toMatchObject({ code: 4100 });
    } finally {
      vi.useRealTimers();
    }
  });

  it("refuses a second connection request while one is open", async () => {
    let answer: (index: number) => void = () => undefined;
    const { request } = createWallet({}, { connect: () => new Promise((resolve) => (answer = resolve)) });
    const pending = request("eth_requestAccounts");
    await expect(request("eth_requestAccounts")).rejects.toMatchObject({ code: -32_002 });
    answer(1);
    expect(await pending).toEqual([second]);
  });

  it("signs the text in the hex, for the connected account only", async () => {
    const { request, backend, prompts } = createWallet({ isConnected: true });
    expect(await request("personal_sign", "0xe69d8e206869", first?.toLowerCase())).toBe("0xsigned");
    expect(prompts.sign).toHaveBeenCalledWith(ACCOUNTS[0], "李 hi");
    expect(backend.sign).toHaveBeenCalledWith("message", { index: 0, message: "李 hi" });
    await expect(request("personal_sign", "0x6869", second)).rejects.toMatchObject({ code: 4100 });
    await expect(createWallet().request("personal_sign", "0x6869", first)).rejects.toMatchObject({ code: 4100 });
  });

  it("shows the amount and the balance before it sends", async () => {
    const { request, backend, prompts } = createWallet({ isConnected: true });
    expect(await request("eth_sendTransaction", { from: first, to: second, value: "0x10" })).toBe("0xhash");
    expect(prompts.send).toHaveBeenCalledWith(ACCOUNTS[0], { to: second, amountBase: 16n, balanceBase: 100n });
    const transaction = { from: first, to: second, value: "0x10" };
    expect(backend.sign).toHaveBeenCalledWith("transaction", { index: 0, transaction });
  });

  it("knows the local network only after it was added", async () => {
    const { request, memory } = createWallet({ chainId: 1, hasDevnet: false });
    await expect(request("wallet_switchEthereumChain", { chainId: "0x7a69" })).rejects.toMatchObject({ code: 4902 });
    await expect(request("eth_getBalance", first, "latest")).rejects.toMatchObject({ code: 4901 });
    expect(await request("wallet_addEthereumChain", { chainId: "0x7a69", chainName: "x" })).toBeNull();
    expect(memory).toMatchObject({ chainId: 31_337, hasDevnet: true });
    expect(await request("eth_chainId")).toBe("0x7a69");
  });

  it("reports changes in the wallet to the page", async () => {
    const { provider, request } = createWallet({ isConnected: true });
    const heard: unknown[] = [];
    provider.on("accountsChanged", (value) => heard.push(value)).on("chainChanged", (value) => heard.push(value));
    provider.chooseAccount(1);
    provider.chooseNetwork(1);
    await vi.waitFor(() => expect(heard).toHaveLength(2));
    expect(heard).toEqual(expect.arrayContaining([[second], "0x1"]));
    await expect(request("eth_sign", "x")).rejects.toMatchObject({ code: 4901 });
    await expect(request("wallet_watchAsset")).rejects.toMatchObject({ code: 4200 });
  });
});
