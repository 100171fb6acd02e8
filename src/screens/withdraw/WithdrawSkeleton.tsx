import { useTranslation } from "react-i18next";

import { Skeleton } from "#src/components/ui/Skeleton.tsx";

import { WithdrawScreen } from "./WithdrawScreen.tsx";

/** As high as the form. */
const FORM_HEIGHT_PX = 224;

/** The page before the balance is known. */
export function WithdrawSkeleton() {
  const { t } = useTranslation();
  return (
    <WithdrawScreen>
      <Skeleton label={t("app:loading")} rows={1} rowHeightPx={FORM_HEIGHT_PX} />
    </WithdrawScreen>
  );
}
