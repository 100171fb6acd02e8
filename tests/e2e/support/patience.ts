/** Longer than the page waits for a wallet, and shorter than a slow one takes. */
export const PATIENCE_MS = 121_000;

/** As long as a slow wallet takes. */
export const SLOW_MS = 180_000;

/** Longer than the page waits for a payment that was sent. */
export const CHAIN_PATIENCE_MS = 1_801_000;

/** Longer than the server keeps a balance that it has read. */
export const BALANCE_KEPT_MS = 3_500;
