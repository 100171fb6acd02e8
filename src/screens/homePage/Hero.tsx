import { useTranslation } from "react-i18next";

import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";

import styles from "./Hero.module.css";
import { Named } from "#src/components/ui/Named.tsx";

interface HeroProps {
  name: string | null;
  /** Null where nothing can be sent yet. */
  sendPath: string | null;
}

/** An envelope for a start: the greeting on its flap, and under the seal the way to send one. */
export function Hero({ name, sendPath }: HeroProps) {
  const { t } = useTranslation();
  return (
    <div className="stage-field">
      <div className={`stage-flap ${styles.words}`}>
        <p className={styles.greeting}>
          {name === null ? (
            t("app:home.greetingNoName")
          ) : (
            <Named name={name} write={(shown) => t("app:home.greeting", { name: shown })} />
          )}
        </p>
        <p className={styles.pitch}>{t("app:home.pitch")}</p>
      </div>
      <span className="stage-seal" aria-hidden="true" />
      <div className={styles.pocket}>
        {sendPath !== null && (
          <ButtonLink variant="gold" to={sendPath}>
            {t("app:home.send")}
          </ButtonLink>
        )}
        <p className={styles.note}>{t(sendPath === null ? "app:home.closed" : "app:home.sendText")}</p>
      </div>
    </div>
  );
}
