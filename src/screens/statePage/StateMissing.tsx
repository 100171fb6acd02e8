import { useTranslation } from "react-i18next";

import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { Empty } from "#src/components/ui/Empty.tsx";
import { HOME_PATH } from "#src/routes/paths.ts";

import { StateScreen } from "./StateScreen.tsx";

/** The address names nothing that this person may see: a retry would not help. */
export function StateMissing() {
  const { t } = useTranslation();
  return (
    <StateScreen>
      <Empty
        isPage
        title={t("app:error.notFound")}
        text={t("app:error.notFoundText")}
        action={<ButtonLink to={HOME_PATH}>{t("app:error.home")}</ButtonLink>}
      />
    </StateScreen>
  );
}
