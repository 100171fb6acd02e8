import { useLayoutEffect, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Screen } from "#src/components/shell/Screen.tsx";
import { useGoBack } from "#src/hooks/useGoBack.ts";

interface SendScreenProps {
  children: ReactNode;
  /** i18n key, where this part of the way has a name of its own. */
  titleKey?: string;
  footer?: ReactNode;
  /** Red background, where the stage has the title. */
  isStage?: boolean;
  /** Where back leads within the page; to the page before when absent. */
  onBack?: () => void;
}

/** The frame of the send page. Give each part of the way its own `key`: it begins at the top. */
export function SendScreen(props: SendScreenProps) {
  const { children, titleKey = "envelope:send.title", footer, isStage = false, onBack } = props;
  const { t } = useTranslation();
  const goBack = useGoBack();
  useLayoutEffect(() => {
    window.scrollTo(0, 0);
  }, []);
  return (
    <Screen
      title={t(titleKey)}
      isTitleHidden={isStage}
      ground={isStage ? "stage" : "page"}
      onBack={onBack ?? goBack}
      backLabel={t("app:back")}
      footer={footer}
    >
      {children}
    </Screen>
  );
}
