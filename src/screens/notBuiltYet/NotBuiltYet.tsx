import { useTranslation } from "react-i18next";
import { useLocation } from "react-router-dom";

import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { Empty } from "#src/components/ui/Empty.tsx";
import { Screen } from "#src/components/shell/Screen.tsx";
import { useGoBack } from "#src/hooks/useGoBack.ts";
import { HOME_PATH } from "#src/routes/paths.ts";

/** A route of the specification that a later version builds. */
export function NotBuiltYet() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const goBack = useGoBack();
  return (
    <Screen title={t(`app:notBuilt.route.${pathname.slice(1)}`)} onBack={goBack} backLabel={t("app:back")}>
      <Empty
        isPage
        title={t("app:notBuilt.title")}
        text={t("app:notBuilt.text")}
        action={<ButtonLink to={HOME_PATH}>{t("app:error.home")}</ButtonLink>}
      />
    </Screen>
  );
}
