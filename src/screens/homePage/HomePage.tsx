import { useTranslation } from "react-i18next";

import { viewSession } from "#machines/session/session.view.ts";
import { ButtonLink } from "#src/components/ButtonLink.tsx";
import { Icon } from "#src/components/Icon.tsx";
import { MainBar } from "#src/components/MainBar.tsx";
import { Link } from "#src/components/Link.tsx";
import { Screen } from "#src/components/Screen.tsx";
import { useService } from "#src/hooks/useService.ts";
import { useSnapshot } from "#src/hooks/useSnapshot.ts";

import { Chats } from "./Chats.tsx";
import styles from "./HomePage.module.css";

/** The landing page: what one can do here, and the groups to do it in. */
export function HomePage() {
  const { t } = useTranslation();
  const { user } = viewSession(useSnapshot(useService("session")));
  const name = user?.username ?? null;
  return (
    <Screen title={t("app:home.title")} footer={<MainBar />} isFooterBare isTitleHidden>
      <section className={styles.hero}>
        <p className={styles.greeting}>
          {name === null ? t("app:home.greetingNoName") : t("app:home.greeting", { name })}
        </p>
        <p className={styles.pitch}>{t("app:home.pitch")}</p>
        <div className={styles.send}>
          <ButtonLink variant="gold" to="/sendPacket">
            {t("app:home.send")}
          </ButtonLink>
        </div>
        <p className={styles.sendText}>{t("app:home.sendText")}</p>
      </section>
      <div className={styles.shortcuts}>
        <Link className={styles.shortcut} to="/getPacket">
          <span className={styles.icon}>
            <Icon name="key" />
          </span>
          <span>{t("app:home.claim")}</span>
        </Link>
        <Link className={styles.shortcut} to="/addWallet">
          <span className={styles.icon}>
            <Icon name="wallet" />
          </span>
          <span>{t("app:home.wallet")}</span>
        </Link>
      </div>
      <Chats />
    </Screen>
  );
}
