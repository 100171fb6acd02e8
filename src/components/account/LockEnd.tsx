import { useTranslation } from "react-i18next";

import { SecondsLeft } from "#src/components/shell/SecondsLeft.tsx";
import { formatClock } from "#src/format/formatTime.ts";
import { formatTimeLeft } from "#src/format/formatTimeLeft.ts";

/** When a lock ends, as a sentence. `endsAt` is ISO 8601; null is not known. */
export function LockEnd({ endsAt }: { endsAt: string | null }) {
  const { t, i18n } = useTranslation();
  if (endsAt === null) return t("codes:lockWait");
  const time = formatClock(endsAt, i18n.language);
  return (
    <SecondsLeft until={endsAt} write={(seconds) => t("codes:lockEnd", { time, left: formatTimeLeft(seconds) })} />
  );
}
