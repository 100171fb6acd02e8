import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Screen } from "#src/components/shell/Screen.tsx";
import { useBalanceReturn } from "#src/hooks/useBalanceReturn.ts";

interface WithdrawScreenProps {
  children: ReactNode;
  footer?: ReactNode;
  /** A step back within the page; absent: to the page before. */
  onStepBack?: () => void;
}

/** The frame of the page. */
export function WithdrawScreen({ children, footer, onStepBack }: WithdrawScreenProps) {
  const { t } = useTranslation();
  const goBack = useBalanceReturn();
  return (
    <Screen title={t("withdraw:title")} onBack={onStepBack ?? goBack} backLabel={t("app:back")} footer={footer}>
      {children}
    </Screen>
  );
}
