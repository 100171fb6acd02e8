import { useTranslation } from "react-i18next";

import { ErrorState } from "#src/components/ui/ErrorState.tsx";

import styles from "./CrashPage.module.css";

/** Stands in for the whole app where nothing else can be shown. */
export function CrashPage() {
  const { t } = useTranslation();
  return (
    <main className={styles.page}>
      <h1 className="visually-hidden">{t("app:name")}</h1>
      <ErrorState
        title={t("app:error.crashed")}
        text={t("app:error.crashedText")}
        retryLabel={t("app:error.reload")}
        onRetry={() => window.location.reload()}
      />
    </main>
  );
}
