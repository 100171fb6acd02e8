import { useTranslation } from "react-i18next";

import type { SessionEvent } from "#machines/session/session.machine.ts";
import type { SessionView } from "#machines/session/session.view.ts";
import { MainAction } from "#src/components/shell/MainAction.tsx";
import { useFailureText } from "#src/hooks/useFailureText.ts";

import styles from "./Login.module.css";
import { Notice } from "./Notice.tsx";

interface LoginStatusProps {
  view: SessionView;
  send: (event: SessionEvent) => void;
}

/** The progress of the login inside the messenger. */
export function LoginStatus({ view, send }: LoginStatusProps) {
  const { t } = useTranslation();
  const getFailureText = useFailureText();
  if (view.status === "pending" || view.status === "loggedIn") {
    return <output className={styles.text}>{t("app:login.pending")}</output>;
  }
  const isExpired = view.status === "launchExpired";
  const failureText = isExpired ? t("app:login.expired") : getFailureText(view);
  return (
    <>
      {view.noticeKey !== null && <p className={styles.text}>{t(view.noticeKey)}</p>}
      {failureText !== undefined && <Notice role="alert">{failureText}</Notice>}
      <MainAction actions={view.actions} type="ui.login" send={send} variant="gold" />
      <MainAction actions={view.actions} type="ui.closeApp" send={send} variant="gold" />
    </>
  );
}
