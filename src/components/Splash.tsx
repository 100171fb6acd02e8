import { useTranslation } from "react-i18next";

/** The shell of index.html again, while a screen or the login is awaited. */
export function Splash() {
  const { t } = useTranslation();
  return (
    <div className="shell">
      <output className="visually-hidden">{t("app:loading")}</output>
      <div className="shell-envelope" aria-hidden="true">
        <span className="shell-seal" />
      </div>
      <div className="shell-line" aria-hidden="true" />
      <div className="shell-line shell-line-short" aria-hidden="true" />
    </div>
  );
}
