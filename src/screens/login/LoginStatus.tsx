import { useTranslation } from "react-i18next";

import type { SessionEvent } from "#machines/session/session.setup.ts";
import type { SessionView } from "#machines/session/session.view.ts";
import { MainAction } from "#src/components/shell/MainAction.tsx";

import styles from "./Login.module.css";
import { Notice } from "./Notice.tsx";

interface LoginStatusProps {
  view: SessionView;
  send: (event: SessionEvent) => void;
}

/** The progress of the login inside the messenger. */
export function LoginStatus({ view, send }: LoginStatusProps) {
  const { t } = useTranslation();
  if (view.status === "pending" || view.status === "loggedIn") {
    return <output className={styles.text}>{t("app:login.pending")}</output>;
  }
  const isExpired = view.status === "launchExpired";
  const failureKey = isExpired ? "app:login.expired" : view.failureKey;
  return (
    <>
      {view.noticeKey !== null && <p className={styles.text}>{t(view.noticeKey)}</p>}
      {failureKey !== null && <Notice role="alert">{t(failureKey, { ...view.failureValues })}</Notice>}
      <MainAction actions={view.actions} type="ui.login" send={send} variant="gold" />
      <MainAction actions={view.actions} type="ui.closeApp" send={send} variant="gold" />
    </>
  );
}
