import { useSecondsLeft } from "#src/hooks/useSecondsLeft.ts";

interface SecondsLeftProps {
  /** ISO 8601. */
  until: string;
  write: (seconds: number) => string;
}

/** A text with the seconds that are left; it alone is drawn anew with each. Whoever waits takes it away at the end, so it never says none. */
export function SecondsLeft({ until, write }: SecondsLeftProps) {
  return write(Math.max(1, useSecondsLeft(until)));
}
