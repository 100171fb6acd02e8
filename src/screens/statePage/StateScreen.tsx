import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";

import { MainAction } from "#src/components/shell/MainAction.tsx";
import { Screen } from "#src/components/shell/Screen.tsx";
import { useGoBack } from "#src/hooks/useGoBack.ts";

interface StateScreenProps {
  children: ReactNode;
  /** Where one goes on from here. */
  next?: { to: string; labelKey: string };
}

/** The frame of the page, with its one way on. */
export function StateScreen({ children, next }: StateScreenProps) {
  const { t } = useTranslation();
  const goBack = useGoBack();
  const navigate = useNavigate();
  return (
    <Screen
      title={t("envelope:outcome.title")}
      onBack={goBack}
      backLabel={t("app:back")}
      footer={
        next !== undefined && (
          <MainAction
            actions={[{ event: { type: "ui.next" }, labelKey: next.labelKey, enabled: true }]}
            type="ui.next"
            send={() => {
              void navigate(next.to);
            }}
          />
        )
      }
    >
      {children}
    </Screen>
  );
}
