import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";

import { Button } from "#src/components/ui/Button.tsx";
import { Empty } from "#src/components/ui/Empty.tsx";
import { Screen } from "#src/components/shell/Screen.tsx";
import { HOME_PATH } from "#src/routes/paths.ts";

/** Where unknown paths lead. */
export function ErrorPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Screen title={t("app:error.title")}>
      <Empty
        isPage
        title={t("app:error.notFound")}
        text={t("app:error.notFoundText")}
        action={<Button onClick={() => void navigate(HOME_PATH, { replace: true })}>{t("app:error.home")}</Button>}
      />
    </Screen>
  );
}
