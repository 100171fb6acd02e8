import { useTranslation } from "react-i18next";

import { formatClock } from "#src/format/formatTime.ts";
import { formatTimeLeft } from "#src/format/formatTimeLeft.ts";

interface LockEndProps {
  /** Null is not known. */
  secondsLeft: number | null;
  /** ISO 8601; null is not known. */
  endsAt: string | null;
}

/** When a lock ends, as a sentence. */
export function LockEnd({ secondsLeft, endsAt }: LockEndProps) {
  const { t, i18n } = useTranslation();
  if (secondsLeft === null || endsAt === null) return t("codes:lockWait");
  return t("codes:lockEnd", { time: formatClock(endsAt, i18n.language), left: formatTimeLeft(secondsLeft) });
}
