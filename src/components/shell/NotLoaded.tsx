import { useTranslation } from "react-i18next";

import { useGoBack } from "#src/hooks/useGoBack.ts";

import { LoadFailure } from "./LoadFailure.tsx";
import { Screen } from "./Screen.tsx";

/** In place of a screen whose code or texts did not come. */
export function NotLoaded() {
  const { t } = useTranslation();
  const goBack = useGoBack();
  return (
    <Screen title={t("app:name")} isTitleHidden onBack={goBack} backLabel={t("app:back")}>
      <LoadFailure />
    </Screen>
  );
}
