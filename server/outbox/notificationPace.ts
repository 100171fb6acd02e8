/** Waiting messages per person at most, without warnings. */
export const MAX_WAITING = 10;
/** Each further message of a person is due this much later, so that they do not delay those of others. */
export const GAP_MS = 1_000;

/** Both, as statements take them. */
export const PACE = { mostWaiting: MAX_WAITING, gapMs: GAP_MS };
