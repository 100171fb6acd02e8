import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Screen } from "#src/components/shell/Screen.tsx";
import { useReturn } from "./useReturn.ts";

interface AddWalletScreenProps {
  children: ReactNode;
  footer?: ReactNode;
  /** In place of the usual heading. */
  title?: string;
}

/** The frame of the wallet page. */
export function AddWalletScreen({ children, footer, title }: AddWalletScreenProps) {
  const { t } = useTranslation();
  const { goBack } = useReturn();
  return (
    <Screen title={title ?? t("wallet:binding.title")} onBack={goBack} backLabel={t("app:back")} footer={footer}>
      {children}
    </Screen>
  );
}
