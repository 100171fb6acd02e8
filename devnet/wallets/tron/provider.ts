import { CODES, OwnedWallet, rejected, WalletError } from "../ownedWallet.ts";
import type { Eip1193Request, WalletAccount, WalletBackend, WalletMemory, WalletPrompts } from "../ownedWallet.ts";

type Json = Readonly<Record<string, unknown>>;

/** What wallets answer that were asked as before TIP-1102: they reject nothing. */
const OLD_CODES: Readonly<Record<number, number>> = { [CODES.userRejected]: 4001, [CODES.alreadyPending]: 4000 };

/** The public networks that the wallet knows, by chain id, with the id of the first block. */
export const PUBLIC_NETWORKS: Readonly<Record<string, { name: string; firstBlock: string }>> = {
  "0x2b6653dc": { name: "Tron", firstBlock: "00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc" },
  "0xcd8690dc": { name: "Tron Nile", firstBlock: "0000000000000000d698d4192c56cb6be724a558448e2684802de4d6cd8690dc" },
};

/** What this wallet keeps besides what all do. */
export interface TronState {
  /** Null: the local network. */
  chainId: string | null;
}
export const FRESH_STATE: TronState = { chainId: null };

/** The wallet's questions to its owner. */
export type TronPrompts = Pick<WalletPrompts, "connect" | "unlock" | "sign" | "send" | "switchNetwork">;

/** What the process that has the keys tells of the accounts and their node. */
export interface TronPlace {
  readonly accounts: readonly WalletAccount[];
  /** CAIP-2 without its namespace. */
  readonly chainId: string;
  readonly fullHost: string;
}

export interface TronBackend extends TronPlace, Pick<WalletBackend, "sign"> {
  readonly node: (path: string, body: Json) => Promise<Json>;
}

/** A provider by TIP-1193, with a TronWeb, that behaves like TronLink: it asks its owner, and refuses as TronLink does. */
export class TronProvider extends OwnedWallet<WalletMemory & TronState, TronPrompts> {
  readonly #backend: TronBackend;
  readonly #post: (action: string, data: unknown) => void;

  /** @param post tells the page by a message, as TronLink does besides its events */
  constructor(
    memory: WalletMemory & TronState,
    save: () => void,
    prompts: TronPrompts,
    backend: TronBackend,
    post: (action: string, data: unknown) => void,
  ) {
    super(memory, save, prompts);
    this.#backend = backend;
    this.#post = post;
  }

  async request({ method, params }: Eip1193Request): Promise<unknown> {
    switch (method) {
      case "eth_requestAccounts":
        await this.begin();
        return await this.#connect();
      case "tron_requestAccounts":
        await this.begin();
        return await this.#connectOldWay();
      case "wallet_switchEthereumChain":
        await this.begin();
        return await this.#switchNetwork((params as readonly unknown[] | undefined)?.[0]);
      default:
        throw new WalletError(CODES.unsupported, `The method ${method} is not supported.`);
    }
  }

  /** Made anew each time, as the network may have changed; false while the wallet is locked. */
  get tronWeb(): object | false {
    if (this.memory.isLocked) return false;
    const base58 = this.#shown()?.address ?? false;
    return {
      ready: base58 !== false,
      defaultAddress: { base58, name: this.#shown()?.name ?? false },
      fullNode: { host: this.#backend.fullHost },
      request: (call: Eip1193Request) => this.request(call),
      trx: {
        getBlockByNumber: (num: number) => this.#readBlock(num),
        getUnconfirmedBalance: (address: string) => this.#readBalance(address),
        signMessageV2: (message: string) => this.#signMessage(message),
        sign: (transaction: Json) => this.#signTransaction(transaction),
        sendRawTransaction: (transaction: Json) => this.#ask("wallet/broadcasttransaction", transaction),
      },
    };
  }

  override setConnected(isConnected: boolean): void {
    super.setConnected(isConnected);
    this.#post(isConnected ? "connectWeb" : "disconnectWeb", {});
  }

  /** The owner chose another network in the wallet; null: the local one. */
  chooseNetwork(chainId: string | null): void {
    this.memory.chainId = chainId;
    this.save();
    this.emit("chainChanged", { chainId: chainId ?? this.#backend.chainId });
    this.#post("setNode", { node: { chainId: chainId ?? this.#backend.chainId } });
  }

  protected override tellAccount(): void {
    const address = this.memory.isLocked ? false : (this.#shown()?.address ?? false);
    this.emit("accountsChanged", address === false ? [] : [address]);
    this.#post("accountsChanged", { address });
  }

  #account(): WalletAccount {
    return this.pickAccount(this.#backend.accounts);
  }

  /** The account that this page may see. */
  #shown(): WalletAccount | null {
    return this.memory.isConnected ? this.#account() : null;
  }

  async #connect(): Promise<readonly string[]> {
    return await this.connectOnce("Other requests are being processed", async () => {
      if (await this.askToConnect(this.#backend.accounts))
        this.emit("connect", { chainId: this.memory.chainId ?? this.#backend.chainId });
      return [this.#account().address];
    });
  }

  async #connectOldWay(): Promise<unknown> {
    // A locked wallet opens its window, and answers nothing.
    if (this.memory.isLocked) {
      void this.unlock().catch(() => undefined);
      return "";
    }
    try {
      await this.#connect();
      return { code: 200, message: "The site is already in the whitelist" };
    } catch (error) {
      const code = error instanceof WalletError ? OLD_CODES[error.code] : undefined;
      if (code === undefined) throw error;
      return { code, message: (error as WalletError).message };
    }
  }

  async #switchNetwork(param: unknown): Promise<null> {
    const chainId = (param as { chainId?: unknown } | undefined)?.chainId;
    if (typeof chainId !== "string") throw new WalletError(CODES.invalidParams, "Invalid params");
    const isLocal = chainId === this.#backend.chainId;
    if (!isLocal && PUBLIC_NETWORKS[chainId] === undefined)
      throw new WalletError(CODES.unknownChain, "Invalid chainId");
    const target = isLocal ? null : chainId;
    if (target === this.memory.chainId) return null;
    await this.unlock();
    if (!(await this.prompts.switchNetwork(nameOf(this.memory.chainId), nameOf(target)))) throw rejected();
    this.chooseNetwork(target);
    return null;
  }

  async #readBlock(num: number): Promise<unknown> {
    const known = PUBLIC_NETWORKS[this.memory.chainId ?? ""];
    // Everybody knows the first block of a public network, which this machine has no way to.
    if (known !== undefined && num === 0) return { blockID: known.firstBlock };
    return await this.#ask("wallet/getblockbynum", { num });
  }

  async #readBalance(address: string): Promise<number> {
    if (this.memory.mood === "withoutBalance") throw new Error("Network Error");
    const { balance = 0 } = await this.#ask("wallet/getaccount", { address, visible: true });
    return Number(balance);
  }

  async #signMessage(message: string): Promise<unknown> {
    await this.begin();
    const account = this.#allowed();
    if (!(await this.prompts.sign(account, message))) throw declined();
    return await this.#backend.sign("message", { index: account.index, message });
  }

  async #signTransaction(transaction: Json): Promise<Json> {
    await this.begin();
    const account = this.#allowed();
    const { amount, to } = readTransfer(transaction);
    const balanceBase = BigInt(await this.#readBalance(account.address));
    if (!(await this.prompts.send(account, { to, amountBase: BigInt(amount), balanceBase }))) throw declined();
    return {
      ...transaction,
      signature: [await this.#backend.sign("transaction", { index: account.index, transaction })],
    };
  }

  #allowed(): WalletAccount {
    const account = this.memory.isLocked ? null : this.#shown();
    if (account === null) throw new WalletError(CODES.unauthorized, "Unauthorized");
    return account;
  }

  async #ask(path: string, body: Json): Promise<Json> {
    if (this.memory.chainId !== null || this.memory.mood === "cut") throw new Error("Network Error");
    return await this.#backend.node(path, body);
  }
}

/** As TronLink's TronWeb has it, without a number. */
function declined(): Error {
  return new Error("Confirmation declined by user");
}

function nameOf(chainId: string | null): string {
  return chainId === null ? "Tron (local)" : (PUBLIC_NETWORKS[chainId]?.name ?? chainId);
}

function readTransfer(transaction: Json): { amount: number; to: string } {
  const { contract } = transaction["raw_data"] as {
    contract: readonly { parameter: { value: { amount?: number; to_address?: string } } }[];
  };
  const { amount, to_address: to } = contract[0]?.parameter.value ?? {};
  if (amount === undefined || to === undefined) throw new Error("Invalid transaction");
  return { amount, to };
}
