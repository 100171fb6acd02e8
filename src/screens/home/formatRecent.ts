import { formatTime } from "#src/format/formatTime.ts";
import { countDaysAgo } from "#src/format/formatDay.ts";
import { formatClock } from "#src/format/formatTime.ts";

/** The time of day of what happened today, with its day else. */
export function formatRecent(isoTime: string, now: Date, language: string): string {
  return countDaysAgo(new Date(isoTime), now) === 0 ? formatClock(isoTime, language) : formatTime(isoTime, language);
}
