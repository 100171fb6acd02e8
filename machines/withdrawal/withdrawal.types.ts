import type { components } from "#contract/schema.d.ts";
import type { CoinType } from "#domain/coins.ts";
import type { Failure } from "../kit/failure.ts";
import type { PayoutFollowEvent } from "../kit/follow/payoutFollow.ts";

type Payout = components["schemas"]["Payout"];
type PayoutQuote = components["schemas"]["PayoutQuote"];
type SpendingBlock = components["schemas"]["SpendingBlock"];
type Wallet = components["schemas"]["Wallet"];

/** What survives a reload. */
export interface SavedWithdrawal {
  amount: string;
  /** A quote that was agreed to and whose answer is not known; null: none. */
  quote: PayoutQuote | null;
}

export interface WithdrawalInput {
  coinType: CoinType;
  /** A payout to follow at once; null opens the form. */
  payoutId: string | null;
  /** Null: nothing was begun. */
  saved: SavedWithdrawal | null;
}

/** What the page needs to know first. */
export interface WithdrawalAccount {
  /** A whole-coin decimal string. */
  balance: string;
  /** The wallet of the coin's type; null where none is bound. */
  wallet: Wallet | null;
  /** Null: none is set. */
  email: string | null;
  hasSecurityCode: boolean;
  /** Why nothing of the coin may leave the account now, those that end first at the beginning. */
  spendingBlocks: readonly SpendingBlock[];
  /** The payout that was asked for; null where none was. */
  payout: Payout | null;
}

export interface WithdrawalContext {
  coinType: CoinType;
  /** As typed. */
  amount: string;
  /** Whether the server said that too little would arrive of the amount; false after each change. */
  isTooSmall: boolean;
  /** Whether the form was sent with problems, so that they show. */
  showsProblems: boolean;
  /** How often the form was sent with a problem. */
  rejectedSubmits: number;
  /** Null until it was read. */
  account: WithdrawalAccount | null;
  /** The present quote, also while it is being renewed; null where there is none. */
  quote: PayoutQuote | null;
  /** When the quote runs out, by the clock of this device; null until the clock was read. */
  quoteEndsAtMs: number | null;
  secondsLeft: number | null;
  /** Whether the quote was sent with a code and no answer came: its payout may be made. */
  isUnanswered: boolean;
  /** When payouts are allowed again, by the clock of this device; null where they are allowed. */
  blockedUntilMs: number | null;
  /** Where the wallet is proven, outside the messenger; null until it is made. */
  proofUrl: string | null;
  /** The payout that is followed. */
  payoutId: string | null;
  payout: Payout | null;
  failure: Failure | null;
}

export type WithdrawalEvent =
  | { type: "ui.open" }
  | { type: "ui.type"; field: "amount"; value: string }
  | { type: "ui.takeAll" }
  | { type: "ui.submit" }
  | { type: "ui.agree" }
  | { type: "ui.edit" }
  | { type: "ui.back" }
  | { type: "ui.openProof" }
  | { type: "ui.cancel" }
  | { type: "ui.confirm" }
  | { type: "ui.another" }
  | { type: "ui.retry" }
  | { type: "app.online" }
  | PayoutFollowEvent;

export type WithdrawalEmitted =
  /** Keep what was begun; null: there is nothing to keep any more. */
  | { type: "draft.changed"; saved: SavedWithdrawal | null }
  /** Another payout is followed, so that a reload finds it; null: none. */
  | { type: "payout.changed"; payoutId: string | null }
  /** Telegram opens a link only while it handles the tap, which an emitted event still does. */
  | { type: "openProof"; url: string }
  /** The person wants to replace the security code first. */
  | { type: "recovery.wanted" };
