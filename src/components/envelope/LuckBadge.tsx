import { useTranslation } from "react-i18next";

import { Badge } from "#src/components/ui/Badge.tsx";

/** The crown of a draw's greatest share. */
export function LuckBadge() {
  const { t } = useTranslation();
  return (
    <Badge tone="gold" icon="crown">
      {t("envelope:claims.bestLuck")}
    </Badge>
  );
}
