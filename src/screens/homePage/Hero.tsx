import { useTranslation } from "react-i18next";

import { ButtonLink } from "#src/components/ButtonLink.tsx";

import styles from "./Hero.module.css";

/** An envelope for a start: the greeting on its flap, and under the seal the way to send one. */
export function Hero({ name }: { name: string | null }) {
  const { t } = useTranslation();
  return (
    <div className="stage-field">
      <div className={`stage-flap ${styles.words}`}>
        <p className={styles.greeting}>
          {name === null ? t("app:home.greetingNoName") : t("app:home.greeting", { name })}
        </p>
        <p className={styles.pitch}>{t("app:home.pitch")}</p>
      </div>
      <span className="stage-seal" aria-hidden="true" />
      <div className={styles.pocket}>
        <ButtonLink variant="gold" to="/sendPacket">
          {t("app:home.send")}
        </ButtonLink>
        <p className={styles.note}>{t("app:home.sendText")}</p>
      </div>
    </div>
  );
}
