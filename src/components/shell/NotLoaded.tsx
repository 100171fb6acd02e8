import { useTranslation } from "react-i18next";

import { useGoBack } from "#src/hooks/useGoBack.ts";

import { LoadFailure } from "./LoadFailure.tsx";
import { Screen } from "./Screen.tsx";

interface NotLoadedProps {
  /** Where something else than loading failed. */
  title?: string;
  /** Begins the page anew where it is left out. */
  send?: () => void;
}

/** In place of a screen whose code or texts did not come. */
export function NotLoaded(props: NotLoadedProps = {}) {
  const { t } = useTranslation();
  const goBack = useGoBack();
  return (
    <Screen title={t("app:name")} isTitleHidden onBack={goBack} backLabel={t("app:back")}>
      <LoadFailure {...props} />
    </Screen>
  );
}
