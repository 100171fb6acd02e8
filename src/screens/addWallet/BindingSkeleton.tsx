import { useTranslation } from "react-i18next";

import { Skeleton } from "#src/components/ui/Skeleton.tsx";

/** As high as a card of a wallet. */
const CARD_HEIGHT_PX = 224;

/** The wallets before they are known. */
export function BindingSkeleton() {
  const { t } = useTranslation();
  return <Skeleton label={t("app:loading")} rows={1} rowHeightPx={CARD_HEIGHT_PX} />;
}
