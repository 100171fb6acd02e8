/** How often a block is made. */
export const BLOCK_MS = 1_000;

/** Blocks behind the newest one that are not solid. */
export const SOLID_LAG = 3;
