import { useTranslation } from "react-i18next";

import { useGoBack } from "#src/hooks/useGoBack.ts";

import { LoadFailure } from "./LoadFailure.tsx";
import { reloadOnceReachable } from "./reloadOnceReachable.ts";
import { Screen } from "./Screen.tsx";

/** In place of a screen whose code or texts did not come. A new try is a new page: no browser surely asks twice. */
export function NotLoaded() {
  const { t } = useTranslation();
  const goBack = useGoBack();
  return (
    <Screen title={t("app:name")} isTitleHidden onBack={goBack} backLabel={t("app:back")}>
      <LoadFailure
        failure={null}
        onRetry={() => {
          void reloadOnceReachable(window);
        }}
      />
    </Screen>
  );
}
