import { useTranslation } from "react-i18next";

import type { LookMark } from "#machines/picker/picker.view.ts";

import { Badge } from "#src/components/ui/Badge.tsx";

/** Says of a cover or a text that it is in use, or set and not in use yet. */
export function LookMarkBadge({ mark }: { mark: LookMark }) {
  const { t } = useTranslation();
  return (
    <Badge tone={mark === "inUse" ? "good" : "plain"} icon={mark === "inUse" ? "check" : undefined}>
      {t(`personal:mark.${mark}`)}
    </Badge>
  );
}
