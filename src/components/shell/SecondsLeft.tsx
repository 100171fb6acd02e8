import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";

import { readServerTimeMs, watchServerTime } from "#src/adapters/serverClock.ts";
import { formatClock, formatTimeLeft } from "#src/format/formatTime.ts";

interface SecondsLeftProps {
  /** ISO 8601. */
  until: string;
  write: (seconds: number) => string;
}

/** A text with the seconds that are left; it alone is drawn anew with each. Whoever waits takes it away at the end, so it never says none. */
export function SecondsLeft({ until, write }: SecondsLeftProps) {
  return write(Math.max(1, useSecondsLeft(until)));
}

const SECOND_MS = 1000;

/** Whole seconds until a moment (ISO 8601), rounded up, running; 0 once it has passed. */
export function useSecondsLeft(until: string): number {
  return useSyncExternalStore(watchServerTime, () =>
    Math.max(0, Math.ceil((Date.parse(until) - readServerTimeMs()) / SECOND_MS)),
  );
}

/** When a lock ends, as a sentence. `endsAt` is ISO 8601; null is not known. */
export function LockEnd({ endsAt }: { endsAt: string | null }) {
  const { t, i18n } = useTranslation();
  if (endsAt === null) return t("codes:lockWait");
  const time = formatClock(endsAt, i18n.language);
  return (
    <SecondsLeft until={endsAt} write={(seconds) => t("codes:lockEnd", { time, left: formatTimeLeft(seconds) })} />
  );
}
