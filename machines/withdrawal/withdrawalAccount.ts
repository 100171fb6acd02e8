import type { components } from "#contract/schema.d.ts";

/** What the page needs to know first. */
export interface WithdrawalAccount {
  /** A whole-coin decimal string. */
  balance: string;
  /** The wallet of the coin's type; null where none is bound. */
  wallet: components["schemas"]["Wallet"] | null;
  /** Null: none is set. */
  email: string | null;
  hasSecurityCode: boolean;
  /** Why nothing of the coin may leave the account now, those that end first at the beginning. */
  spendingBlocks: readonly components["schemas"]["SpendingBlock"][];
  /** The payout that was asked for; null where none was. */
  payout: components["schemas"]["Payout"] | null;
}

/** When everything that blocks the coin is over; null where nothing does. */
export function findBlockEnd(account: WithdrawalAccount | null): number | null {
  const last = account?.spendingBlocks.at(-1);
  return last === undefined ? null : Date.parse(last.until);
}
