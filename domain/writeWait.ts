const MINUTE_S = 60;
const HOUR_S = 3600;

export const WAIT_UNITS = ["seconds", "minutes", "hours"] as const;

/** A wait as texts tell it: `context` picks the text of the unit, `wait` is the number in it, two at least from minutes on. */
export interface Wait {
  context: (typeof WAIT_UNITS)[number];
  wait: string;
}

/** Says a wait in the unit that a person would use. Rounded up, so that nobody comes back too early. */
export function writeWait(seconds: number): Wait {
  if (seconds < 2 * MINUTE_S) return { context: "seconds", wait: String(Math.ceil(seconds)) };
  if (seconds < 2 * HOUR_S) return { context: "minutes", wait: String(Math.ceil(seconds / MINUTE_S)) };
  return { context: "hours", wait: String(Math.ceil(seconds / HOUR_S)) };
}
