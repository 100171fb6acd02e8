/** How long a slot is. */
export const SLOT_MS = 200;

/** Blocks for which a blockhash lives. */
export const BLOCKHASH_LIFE = 150;

/** How many blocks the commitment levels are behind the newest one. */
export const CONFIRMED_BEHIND = 2;
export const FINALIZED_BEHIND = 14;

/** Each slot of so many has no block, as when a validator is away. */
export const SKIPPED_EACH = 25;
