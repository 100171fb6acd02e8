import type { ComponentType, ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { EnvironmentEvent } from "#machines/environment/environment.machine.ts";
import { type EnvironmentView, viewEnvironment } from "#machines/environment/environment.view.ts";
import type { SessionEvent } from "#machines/session/session.machine.ts";
import { type SessionView, viewSession } from "#machines/session/session.view.ts";
import { Envelope } from "#src/components/envelope/Envelope.tsx";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { MainAction } from "#src/components/shell/MainAction.tsx";
import { Screen } from "#src/components/shell/Screen.tsx";
import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";
import { Skeleton } from "#src/components/shell/Skeleton.tsx";
import { useFailureText } from "#src/hooks/useFailureText.ts";
import { useService, useSnapshot } from "#src/hooks/useSnapshot.ts";
import { useSystemInfo } from "#src/hooks/useSystemInfo.ts";

import styles from "./Login.module.css";

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

interface LoginStatusProps {
  view: SessionView;
  send: (event: SessionEvent) => void;
}

const SHOWN = {
  pending: LoginUnderWay,
  loggedIn: LoginUnderWay,
  loggedOut: LoginEnded,
  launchExpired: LaunchExpired,
  accountDeleted: LoginEnded,
} satisfies Record<SessionView["status"], ComponentType<LoginStatusProps>>;

/** The progress of the login inside the messenger. */
function LoginStatus(props: LoginStatusProps) {
  const Shown = SHOWN[props.view.status];
  return <Shown {...props} />;
}

function LoginUnderWay() {
  const { t } = useTranslation();
  return <output className={styles.text}>{t("app:login.pending")}</output>;
}

function LaunchExpired(props: LoginStatusProps) {
  const { t } = useTranslation();
  return <LoginEnded {...props} why={t("app:login.expired")} />;
}

/** `why`: in place of what the failure says. */
function LoginEnded({ view, send, why }: LoginStatusProps & { why?: string }) {
  const { t } = useTranslation();
  const getFailureText = useFailureText();
  const text = why ?? getFailureText(view);
  return (
    <>
      {view.noticeKey !== null && <p className={styles.text}>{t(view.noticeKey)}</p>}
      {text !== undefined && <Notice role="alert">{text}</Notice>}
      <MainAction actions={view.actions} type="ui.login" send={send} variant="gold" />
      <MainAction actions={view.actions} type="ui.closeApp" send={send} variant="gold" />
    </>
  );
}

interface OutsidePromptProps {
  view: EnvironmentView;
  send: (event: EnvironmentEvent) => void;
}

/** The height of the loaded link. */
const LINK_HEIGHT_PX = 52;

/** What is shown instead of a login: where the app runs, with the link, and whether this domain is ours. */
function OutsidePrompt({ view, send }: OutsidePromptProps) {
  const { t } = useTranslation();
  const { status, value: info } = useSystemInfo().view;
  return (
    <>
      {info?.isDomHttp === true && (
        <Notice role="note">
          {t("app:domain.warning")}
          {info.officialDomains.length > 0 && (
            <>
              <br />
              {t("app:domain.official", { domains: info.officialDomains.join(", ") })}
            </>
          )}
        </Notice>
      )}
      <div className={styles.actions}>
        {info !== null && (
          <ButtonLink href={info.appUrl} icon="linkOut" variant="gold">
            {t("app:login.openTelegram")}
          </ButtonLink>
        )}
        {status === "loading" && <Skeleton shape="cards" rows={1} rowHeightPx={LINK_HEIGHT_PX} />}
        <p className={styles.caption}>{view.promptKey !== null && t(view.promptKey)}</p>
        <ActionButton variant="secondary" actions={view.actions} type="ui.retry" send={send} />
      </div>
    </>
  );
}

interface NoticeProps {
  /** Screen readers announce an `alert` at once. */
  role: "alert" | "note";
  children: ReactNode;
}

/** Something to know before anything is pressed. */
function Notice({ role, children }: NoticeProps) {
  return (
    <div className={styles.notice} role={role} data-ground="paper">
      <Icon name="warning" />
      <div>{children}</div>
    </div>
  );
}
