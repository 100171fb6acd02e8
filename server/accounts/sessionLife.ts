/** A session ends this long after its last use. */
export const SESSION_IDLE_MS = 7 * 86_400_000;
/** And this long after the login, whatever its use. */
export const SESSION_LONGEST_MS = 30 * 86_400_000;
/** A use moves the end only when it moves it by this much, so that most calls write nothing. */
export const SESSION_SLIDE_STEP_MS = 3_600_000;
/** Live sessions of one person; a further login ends the oldest. */
export const MAX_SESSIONS = 10;
