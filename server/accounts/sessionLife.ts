/** A session ends this long after its last use. */
export const SESSION_IDLE_MS = 7 * 86_400_000;
/** A session ends at the latest this long after the login. */
export const SESSION_LONGEST_MS = 30 * 86_400_000;
/** A use extends the session only if it moves the end by this much, so most calls write nothing. */
export const SESSION_SLIDE_STEP_MS = 3_600_000;
/** Live sessions per person; a further login ends the oldest. */
export const MAX_SESSIONS = 10;
