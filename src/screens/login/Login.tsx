import { useTranslation } from "react-i18next";

import { viewEnvironment } from "#machines/environment/environment.view.ts";
import { viewSession } from "#machines/session/session.view.ts";
import { Envelope } from "#src/components/Envelope.tsx";
import { Screen } from "#src/components/Screen.tsx";
import { useService } from "#src/hooks/useService.ts";
import { useSnapshot } from "#src/hooks/useSnapshot.ts";

import styles from "./Login.module.css";
import { LoginStatus } from "./LoginStatus.tsx";
import { OutsidePrompt } from "./OutsidePrompt.tsx";

/** Logs in by itself inside the messenger; outside, shows the way there. */
export function Login() {
  const { t } = useTranslation();
  const environment = useService("environment");
  const session = useService("session");
  const place = viewEnvironment(useSnapshot(environment));
  const login = viewSession(useSnapshot(session));
  return (
    <Screen title={t("app:login.title")} isTitleHidden>
      <div className={styles.login}>
        <Envelope state="sealed" />
        <p className={styles.title}>{t("app:login.title")}</p>
        {place.promptKey === null ? (
          <LoginStatus
            view={login}
            send={(event) => {
              session.send(event);
            }}
          />
        ) : (
          <OutsidePrompt
            view={place}
            send={(event) => {
              environment.send(event);
            }}
          />
        )}
      </div>
    </Screen>
  );
}
