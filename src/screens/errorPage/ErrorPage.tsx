import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";

import { ErrorState } from "#src/components/ErrorState.tsx";
import { Screen } from "#src/components/Screen.tsx";
import { HOME_PATH } from "#src/routes/paths.ts";

/** Where unknown paths lead. */
export function ErrorPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Screen title={t("app:error.title")}>
      <ErrorState
        title={t("app:error.notFound")}
        text={t("app:error.notFoundText")}
        retryLabel={t("app:error.home")}
        onRetry={() => {
          void navigate(HOME_PATH, { replace: true });
        }}
      />
    </Screen>
  );
}
