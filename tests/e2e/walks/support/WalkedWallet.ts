import type { Page } from "playwright";
import { answerWallet, setWallet, toggleWalletLock } from "../../support/walletWindow.ts";
import type { HeldAsks } from "./HeldAsks.ts";

/** What the page asks of the wallet and the walk holds. */
export const CONNECT = "eth_requestAccounts";
export const ACCOUNTS = "eth_accounts";

const LOCAL_NETWORK = "31337";
const OTHER_NETWORK = "1";
const OTHER_INDEX = 1;

type Trouble = "otherAccount" | "otherNetwork" | "locked";

/** The payer's wallet of one walk, which may not fit until it is put right. */
export class WalkedWallet {
  readonly asks: HeldAsks;
  readonly #window: { readonly page: Page; readonly wallet: string };
  #trouble: Trouble | null = null;

  /** It tells its accounts at once. */
  constructor(page: Page, asks: HeldAsks) {
    this.#window = { page, wallet: "wallet" };
    this.asks = asks;
    asks.setFree(ACCOUNTS, true);
  }

  async makeTrouble(trouble: Trouble): Promise<void> {
    this.#trouble = trouble;
    if (trouble === "otherAccount") await setWallet(this.#window, { accountIndex: OTHER_INDEX });
    if (trouble === "otherNetwork") await setWallet(this.#window, { network: OTHER_NETWORK });
    if (trouble === "locked") await toggleWalletLock(this.#window);
  }

  /** Puts the wallet right, and lets it be asked to connect. */
  async connect(): Promise<void> {
    if (this.#trouble === "otherAccount") await setWallet(this.#window, { accountIndex: 0 });
    if (this.#trouble === "otherNetwork") await setWallet(this.#window, { network: LOCAL_NETWORK });
    if (this.#trouble === "locked") await toggleWalletLock(this.#window);
    this.#trouble = null;
    this.asks.setFree(ACCOUNTS, true);
    await this.asks.release(CONNECT);
  }

  /** It asks its owner to pay. */
  async answerPay(isAllowed: boolean): Promise<void> {
    await this.asks.release(ACCOUNTS);
    await answerWallet(this.#window, "send", isAllowed);
  }

  /** It loses its link to the page while `act` runs. */
  async whileCut(act: () => Promise<void>): Promise<void> {
    await setWallet(this.#window, { mood: "cut" });
    await act();
    await setWallet(this.#window, { mood: "usual" });
  }
}
