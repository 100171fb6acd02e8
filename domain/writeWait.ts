const MINUTE_S = 60;
const HOUR_S = 3600;

export const WAIT_UNITS = ["seconds", "minutes", "hours"] as const;

/** A wait for a text: `context` picks the text of the unit, `wait` is its number, at least two from minutes on. */
export interface Wait {
  context: (typeof WAIT_UNITS)[number];
  wait: string;
}

/** Converts a wait into the usual unit. Rounded up, so that nobody comes back too early. */
export function writeWait(seconds: number): Wait {
  if (seconds < 2 * MINUTE_S) return { context: "seconds", wait: String(Math.ceil(seconds)) };
  if (seconds < 2 * HOUR_S) return { context: "minutes", wait: String(Math.ceil(seconds / MINUTE_S)) };
  return { context: "hours", wait: String(Math.ceil(seconds / HOUR_S)) };
}
