export interface WalletAccount {
  readonly index: number;
  readonly name: string;
  readonly address: string;
}

export interface Eip1193Request {
  readonly method: string;
  readonly params?: unknown;
}

/** A refusal with its code: of EIP-1193, TIP-1193 or TON Connect. */
export class WalletError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export const CODES = {
  userRejected: 4001,
  unauthorized: 4100,
  unsupported: 4200,
  disconnected: 4900,
  chainDisconnected: 4901,
  unknownChain: 4902,
  alreadyPending: -32_002,
  invalidParams: -32_602,
} as const;

/** Those of TON Connect. */
export const TON_CODES = { unknown: 0, badRequest: 1, unknownApp: 100, userRejected: 300 } as const;

export function rejected(): WalletError {
  return new WalletError(CODES.userRejected, "User rejected the request.");
}

/** A transfer as the owner is asked about it. */
export interface AskedTransfer {
  readonly to: string;
  readonly amountBase: bigint;
  readonly balanceBase: bigint;
}

/** The wallet's questions to its owner. */
export interface WalletPrompts {
  /** The chosen account's index, or null if refused. */
  readonly connect: (accounts: readonly WalletAccount[], current: number) => Promise<number | null>;
  readonly unlock: () => Promise<boolean>;
  readonly sign: (account: WalletAccount, text: string) => Promise<boolean>;
  readonly send: (account: WalletAccount, transfer: AskedTransfer) => Promise<boolean>;
  readonly switchNetwork: (from: string, to: string) => Promise<boolean>;
  readonly addNetwork: (name: string) => Promise<boolean>;
}

/** What a wallet has in the process that serves it: the keys, and the way to the node. Bytes are in base64. */
export interface WalletBackend<Accounts = readonly WalletAccount[]> {
  readonly accounts: () => Promise<Accounts>;
  /** Has a key of the wallet sign, or what else the chain's signer does. */
  readonly sign: (kind: string, content: object) => Promise<unknown>;
  readonly rpc: (method: string, params: unknown) => Promise<unknown>;
}

/** What a wallet does when it is asked. */
export const MOODS = {
  usual: "asks its owner",
  refusing: "refuses everything",
  slow: "answers after three minutes",
  withoutBalance: "cannot tell a balance",
  onlySigns: "signs, and leaves the sending to the page",
  cut: "has lost its link",
  absent: "is not in this browser",
} as const;
export type Mood = keyof typeof MOODS;

/** What every wallet keeps between visits to this page. */
export interface WalletMemory {
  isLocked: boolean;
  isConnected: boolean;
  accountIndex: number;
  mood: Mood;
}

/**
 * A wallet's state of the last visit, and what keeps it.
 * @param own what this wallet alone has, as it begins
 */
export function openMemory<Own extends object>(
  key: string,
  own: Own,
): { memory: WalletMemory & Own; save: () => void } {
  const memory = { isLocked: false, isConnected: false, accountIndex: 0, mood: "usual" as const, ...own, ...load(key) };
  const save = (): void => {
    try {
      localStorage.setItem(key, JSON.stringify(memory));
    } catch {
      // Without storage, the wallet forgets its state at the next visit.
    }
  };
  return { memory, save };
}

function load(key: string): object {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}") as object;
  } catch {
    return {};
  }
}

type Listener = (value: unknown) => void;

/** The events of a provider by EIP-1193 or TIP-1193. */
class ProviderEvents {
  readonly #listeners = new Map<string, Set<Listener>>();

  on(event: string, listener: Listener): this {
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners.add(listener));
    return this;
  }

  removeListener(event: string, listener: Listener): this {
    this.#listeners.get(event)?.delete(listener);
    return this;
  }

  protected emit(event: string, value: unknown): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(value);
  }
}

const SLOW_MS = 180_000;

/** What the wallets of all chains have alike: an owner, who sets them and answers for them. */
export abstract class OwnedWallet<
  Memory extends WalletMemory,
  Prompts extends Pick<WalletPrompts, "connect" | "unlock">,
> extends ProviderEvents {
  protected readonly memory: Memory;
  protected readonly save: () => void;
  protected readonly prompts: Prompts;
  #isConnecting = false;

  constructor(memory: Memory, save: () => void, prompts: Prompts) {
    super();
    this.memory = memory;
    this.save = save;
    this.prompts = prompts;
  }

  /** Tells the page which account it may see. */
  protected abstract tellAccount(): void;

  /** The owner chose another account in the wallet. */
  chooseAccount(index: number): void {
    this.memory.accountIndex = index;
    this.remember();
  }

  /** The owner chose how the wallet behaves; where it comes or goes, the page begins anew. */
  chooseMood(mood: Mood): void {
    const isMoved = (mood === "absent") !== (this.memory.mood === "absent");
    this.memory.mood = mood;
    this.save();
    if (isMoved) location.reload();
  }

  setLocked(isLocked: boolean): void {
    this.memory.isLocked = isLocked;
    this.remember();
  }

  setConnected(isConnected: boolean): void {
    this.memory.isConnected = isConnected;
    this.remember();
  }

  protected remember(): void {
    this.save();
    this.tellAccount();
  }

  /** Refuses in the moods `cut` and `refusing`, waits in `slow`. */
  protected async begin(): Promise<void> {
    if (this.memory.mood === "cut") throw new WalletError(CODES.disconnected, "Disconnected");
    if (this.memory.mood === "refusing") throw rejected();
    if (this.memory.mood !== "slow") return;
    await new Promise((resolve) => {
      setTimeout(resolve, SLOW_MS);
    });
  }

  protected pickAccount<Account extends WalletAccount>(accounts: readonly Account[]): Account {
    const account = accounts[this.memory.accountIndex] ?? accounts[0];
    if (account === undefined) throw new WalletError(CODES.unauthorized, "The wallet has no account");
    return account;
  }

  protected async unlock(): Promise<void> {
    if (!this.memory.isLocked) return;
    if (!(await this.prompts.unlock())) throw rejected();
    this.setLocked(false);
  }

  /** Connects the page, unless the wallet knows it already. Tells whether the owner was asked. */
  protected async askToConnect(accounts: readonly WalletAccount[]): Promise<boolean> {
    await this.unlock();
    if (this.memory.isConnected) return false;
    const chosen = await this.prompts.connect(accounts, this.memory.accountIndex);
    if (chosen === null) throw rejected();
    this.memory.accountIndex = chosen;
    this.setConnected(true);
    return true;
  }

  /**
   * Answers one request for a connection at a time.
   * @param pending what a second one is told meanwhile
   */
  protected async connectOnce<Answer>(pending: string, connect: () => Promise<Answer>): Promise<Answer> {
    if (this.#isConnecting) throw new WalletError(CODES.alreadyPending, pending);
    this.#isConnecting = true;
    try {
      return await connect();
    } finally {
      this.#isConnecting = false;
    }
  }
}
