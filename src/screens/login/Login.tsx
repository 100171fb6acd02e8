import { useTranslation } from "react-i18next";

import { viewEnvironment } from "#machines/environment/environment.view.ts";
import { viewSession, type SessionView } from "#machines/session/session.view.ts";
import { Envelope } from "#src/components/envelope/Envelope.tsx";
import { Screen } from "#src/components/shell/Screen.tsx";
import { useService } from "#src/hooks/useService.ts";
import { useSnapshot } from "#src/hooks/useSnapshot.ts";

import styles from "./Login.module.css";
import { LoginStatus } from "./LoginStatus.tsx";
import { OutsidePrompt } from "./OutsidePrompt.tsx";

/** The look of the envelope: it glows during the login, and is expired once the launch is too old. */
const ENVELOPES = {
  pending: "claiming",
  loggedIn: "sealed",
  loggedOut: "sealed",
  launchExpired: "expired",
  accountDeleted: "expired",
} as const satisfies Record<SessionView["status"], string>;

/** Logs in by itself inside the messenger; outside, shows the way there. */
export function Login() {
  const { t } = useTranslation();
  const environment = useService("environment");
  const session = useService("session");
  const place = viewEnvironment(useSnapshot(environment));
  const login = viewSession(useSnapshot(session));
  const isInside = place.promptKey === null;
  return (
    <Screen title={t("app:login.title")} ground="stage" isTitleHidden>
      <div className={styles.login}>
        <Envelope state={isInside ? ENVELOPES[login.status] : "sealed"} />
        <div className={styles.words}>
          <p className={styles.name} translate="no">
            {t("app:name")}
          </p>
          <p className={styles.text}>{isInside ? t("app:login.title") : t("app:login.about")}</p>
        </div>
        {isInside ? (
          <LoginStatus view={login} send={session.send} />
        ) : (
          <OutsidePrompt view={place} send={environment.send} />
        )}
      </div>
    </Screen>
  );
}
