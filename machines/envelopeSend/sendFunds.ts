import { COINS, type CoinType } from "#domain/coins.ts";
import { validateSend } from "#domain/envelope/validateSend.ts";
import { parseDecimal } from "#domain/money/amount.ts";
import type { Failure } from "../kit/failure.ts";
import { countEnvelopes, toSendDraft, type SavedSend } from "./sendForm.ts";
import type { ReadForm } from "./sendOptions.ts";

/** The wallet of a coin. `balance`: a whole-coin decimal string; null where it could not be read. */
type WalletFunds = { kind: "notBound" } | { kind: "bound"; address: string; balance: string | null };

/** What an envelope of a coin can be paid from: the bound wallet, and the balance in the app. */
export type Funds = WalletFunds & {
  /** The balance in the app, a whole-coin decimal string; absent where it is empty. */
  inApp?: string;
};

/** Of a coin. */
export interface Means {
  funds: Funds;
  /** The price in dollars, a decimal string; null while it is unknown. */
  price: string | null;
}

/** Whether the wallet covers a sum, or the balance in the app does; never both together. */
export function covers(coinType: CoinType, funds: Funds, neededBase: bigint): boolean {
  return [funds.inApp, funds.kind === "bound" ? funds.balance : null].some(
    (balance) => balance != null && parseDecimal(balance, COINS[coinType].baseDecimals) >= neededBase,
  );
}

/** Whether all envelopes of the form can be paid. */
export function isFunded({ draft, chatIds }: SavedSend, funds: Funds): boolean {
  const validation = validateSend(toSendDraft(draft));
  if (!validation.ok) return false;
  return covers(draft.coinType, funds, validation.value.totalBase * BigInt(countEnvelopes(chatIds)));
}

/** Whether only a wallet can pay: the balance in the app does not cover the form. */
export function needsWallet(form: SavedSend, funds: Funds | null): boolean {
  return funds?.inApp === undefined || !isFunded(form, { kind: "notBound", inApp: funds.inApp });
}

/** Whether the person has bound no wallet for the coin, and can connect one on this page. */
export function isConnectable({ draft, options }: Pick<ReadForm, "draft" | "options">, funds: Funds): boolean {
  return funds.kind === "notBound" && options.coinsPaidHere.includes(draft.coinType);
}

/** What the server would answer to a form that these funds do not cover. */
export function toShortage(funds: Funds): Failure {
  const isRead = funds.kind === "bound" && funds.balance !== null;
  const error = funds.kind === "notBound" ? "walletNotBound" : isRead ? "insufficientBalance" : "balanceUnavailable";
  return { kind: "api", error, message: "" };
}
