import { useTranslation } from "react-i18next";

import { Button } from "#src/components/ui/Button.tsx";
import styles from "./CrashPage.module.css";
import { Empty } from "#src/components/ui/Empty.tsx";

/** Stands in for the whole app where nothing else can be shown. */
export function CrashPage() {
  const { t } = useTranslation();
  return (
    <main className={styles.page}>
      <h1 className="visually-hidden">{t("app:name")}</h1>
      <div role="alert">
        <Empty
          isPage
          title={t("app:error.crashed")}
          text={t("app:error.crashedText")}
          action={
            <Button
              onClick={() => {
                window.location.reload();
              }}
            >
              {t("app:error.reload")}
            </Button>
          }
        />
      </div>
    </main>
  );
}
