import { ProviderEvents } from "./providerEvents.ts";
import type { Mood, WalletMemory } from "./walletMemory.ts";
import { CODES, rejected, WalletError } from "./walletTypes.ts";
import type { WalletAccount, WalletPrompts } from "./walletTypes.ts";

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
