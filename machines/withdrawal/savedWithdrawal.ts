import type { components } from "#contract/schema.d.ts";

/** What survives a reload. */
export interface SavedWithdrawal {
  amount: string;
  /** A quote that was agreed to and whose answer is not known; null: none. */
  quote: components["schemas"]["PayoutQuote"] | null;
}

/** Increment on every change of the format. What is of another version is discarded. */
export const SAVED_VERSION = 1;

export function formatSavedWithdrawal(saved: SavedWithdrawal): string {
  return JSON.stringify({ version: SAVED_VERSION, ...saved });
}
