import { CODES, OwnedWallet, rejected, WalletError } from "../ownedWallet.ts";
import type { Eip1193Request, WalletAccount, WalletBackend, WalletMemory, WalletPrompts } from "../ownedWallet.ts";

const DEVNET_CHAIN = 31_337;
export const NETWORKS: Readonly<Record<number, string>> = { [DEVNET_CHAIN]: "Ethereum (local)", 1: "Ethereum Mainnet" };

/** What this wallet keeps besides what all do. */
export interface EthereumState {
  chainId: number;
  /** Whether the wallet knows the local network; otherwise the page must add it (error 4902). */
  hasDevnet: boolean;
}
export const FRESH_STATE: EthereumState = { chainId: DEVNET_CHAIN, hasDevnet: true };

/** An EIP-1193 provider that behaves like a browser wallet: it asks its owner, and refuses with the usual codes. */
export class WalletProvider extends OwnedWallet<WalletMemory & EthereumState, WalletPrompts> {
  readonly #backend: WalletBackend;

  constructor(memory: WalletMemory & EthereumState, save: () => void, prompts: WalletPrompts, backend: WalletBackend) {
    super(memory, save, prompts);
    this.#backend = backend;
  }

  async request({ method, params }: Eip1193Request): Promise<unknown> {
    const list: readonly unknown[] = Array.isArray(params) ? params : [];
    switch (method) {
      case "eth_chainId":
        return toHex(this.memory.chainId);
      case "net_version":
        return String(this.memory.chainId);
      case "eth_accounts":
        return await this.#visibleAddresses();
      case "eth_requestAccounts":
        return await this.#connect();
      case "wallet_requestPermissions":
        await this.#connect();
        return [{ parentCapability: "eth_accounts" }];
      case "wallet_revokePermissions":
        this.setConnected(false);
        return null;
      case "wallet_switchEthereumChain":
        return await this.#switchNetwork(list[0]);
      case "wallet_addEthereumChain":
        return await this.#addNetwork(list[0]);
      case "personal_sign":
        return await this.#sign(list[0], list[1]);
      case "eth_sendTransaction":
        return await this.#send(list[0]);
      default:
        return await this.#read(method, list);
    }
  }

  /** The owner chose another network in the wallet. */
  chooseNetwork(chainId: number): void {
    this.memory.chainId = chainId;
    this.save();
    this.emit("chainChanged", toHex(chainId));
  }

  protected override tellAccount(): void {
    void this.#visibleAddresses().then((addresses) => this.emit("accountsChanged", addresses));
  }

  async #visibleAddresses(): Promise<readonly string[]> {
    if (this.memory.isLocked || !this.memory.isConnected) return [];
    return [(await this.#account()).address];
  }

  async #account(): Promise<WalletAccount> {
    return this.pickAccount(await this.#backend.accounts());
  }

  async #connect(): Promise<readonly string[]> {
    const pending = "Request of type 'wallet_requestPermissions' already pending. Please wait.";
    return await this.connectOnce(pending, async () => {
      await this.begin();
      if (await this.askToConnect(await this.#backend.accounts()))
        this.emit("connect", { chainId: toHex(this.memory.chainId) });
      return await this.#visibleAddresses();
    });
  }

  async #switchNetwork(param: unknown): Promise<null> {
    const chainId = readChainId(param);
    const isKnown = chainId === 1 || (chainId === DEVNET_CHAIN && this.memory.hasDevnet);
    if (!isKnown) {
      throw new WalletError(
        CODES.unknownChain,
        `Unrecognized chain ID "${toHex(chainId)}". Try adding the chain using wallet_addEthereumChain first.`,
      );
    }
    if (chainId === this.memory.chainId) return null;
    await this.begin();
    await this.unlock();
    if (!(await this.prompts.switchNetwork(nameOf(this.memory.chainId), nameOf(chainId)))) throw rejected();
    this.chooseNetwork(chainId);
    return null;
  }

  async #addNetwork(param: unknown): Promise<null> {
    const chainId = readChainId(param);
    if (chainId !== DEVNET_CHAIN)
      throw new WalletError(CODES.invalidParams, "This wallet can add only the local network");
    await this.unlock();
    if (!this.memory.hasDevnet) {
      if (!(await this.prompts.addNetwork(nameOf(chainId)))) throw rejected();
      this.memory.hasDevnet = true;
      this.save();
    }
    return await this.#switchNetwork(param);
  }

  async #sign(data: unknown, from: unknown): Promise<unknown> {
    await this.begin();
    await this.unlock();
    const account = await this.#checkAccount(from);
    if (typeof data !== "string") throw new WalletError(CODES.invalidParams, "personal_sign wants a text");
    const text = decodeText(data);
    if (!(await this.prompts.sign(account, text))) throw rejected();
    return await this.#backend.sign("message", { index: account.index, message: text });
  }

  async #send(param: unknown): Promise<unknown> {
    await this.begin();
    await this.unlock();
    const transaction = (typeof param === "object" && param !== null ? param : {}) as Record<string, unknown>;
    const account = await this.#checkAccount(transaction["from"]);
    const { to, value = "0x0" } = transaction;
    if (typeof to !== "string" || typeof value !== "string")
      throw new WalletError(CODES.invalidParams, "eth_sendTransaction wants to and value");
    const balanceBase = BigInt((await this.#read("eth_getBalance", [account.address, "latest"])) as string);
    if (!(await this.prompts.send(account, { to, amountBase: BigInt(value), balanceBase }))) throw rejected();
    const sent = { ...transaction, from: account.address };
    return await this.#backend.sign("transaction", { index: account.index, transaction: sent });
  }

  async #checkAccount(address: unknown): Promise<WalletAccount> {
    const account = await this.#account();
    const isAllowed =
      this.memory.isConnected && typeof address === "string" && address.toLowerCase() === account.address.toLowerCase();
    if (!isAllowed)
      throw new WalletError(
        CODES.unauthorized,
        "The requested account and/or method has not been authorized by the user.",
      );
    return account;
  }

  async #read(method: string, params: readonly unknown[]): Promise<unknown> {
    if (!/^(eth|net|web3)_/.test(method))
      throw new WalletError(CODES.unsupported, `The method ${method} is not supported.`);
    if (this.memory.chainId !== DEVNET_CHAIN)
      throw new WalletError(CODES.chainDisconnected, "This machine has no way to that network");
    return await this.#backend.rpc(method, params);
  }
}

function nameOf(chainId: number): string {
  return NETWORKS[chainId] ?? `Chain ${chainId}`;
}

function toHex(value: number): string {
  return `0x${value.toString(16)}`;
}

function readChainId(param: unknown): number {
  const text = (param as { chainId?: unknown } | undefined)?.chainId;
  if (typeof text !== "string" || !/^0x[0-9a-f]+$/i.test(text))
    throw new WalletError(CODES.invalidParams, "Expected 0x-prefixed hexadecimal string 'chainId'.");
  return Number(text);
}

/** Decodes the hex of `personal_sign`; a text that is not hex is used as it is. */
function decodeText(data: string): string {
  if (!/^0x([0-9a-f]{2})*$/i.test(data)) return data;
  const bytes = (data.slice(2).match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
  return new TextDecoder().decode(new Uint8Array(bytes));
}
