import { useTranslation } from "react-i18next";

import { Icon } from "#src/components/ui/Icon.tsx";
import { joinSentences } from "#src/format/joinSentences.ts";
import { useSystemFact } from "#src/hooks/useSystemFact.ts";
import { isTrustedPage } from "#src/page/isTrustedPage.ts";

import styles from "./DomainWarning.module.css";

/** The app is open at an address that is none of its own: who copied it could read what is typed. */
export function DomainWarning() {
  const { t } = useTranslation();
  const info = useSystemFact((all) => all);
  if (info?.isDomHttp !== true || isTrustedPage(window.location, info.officialDomains)) return null;
  return (
    <div className={styles.warning} role="alert">
      <Icon name="warning" />
      <p className={styles.words}>
        <strong>{window.location.host}</strong>{" "}
        {joinSentences(
          t("app:domain.warning"),
          info.officialDomains.length > 0 && t("app:domain.official", { domains: info.officialDomains.join(", ") }),
        )}
      </p>
    </div>
  );
}
