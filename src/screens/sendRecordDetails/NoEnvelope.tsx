import { useTranslation } from "react-i18next";

import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { Empty } from "#src/components/ui/Empty.tsx";

/** There is no such envelope: a retry would not help. */
export function NoEnvelope() {
  const { t } = useTranslation();
  return (
    <Empty
      title={t("envelope:details.notFound")}
      text={t("envelope:details.notFoundText")}
      action={<ButtonLink to="/sendRecord">{t("envelope:details.records")}</ButtonLink>}
    />
  );
}
