import { useTranslation } from "react-i18next";

/** The shell of index.html again, on the ground of the first screen, while a screen or the login is awaited. */
export function Splash() {
  const { t } = useTranslation();
  return (
    <div className="shell">
      <output className="visually-hidden">{t("app:loading")}</output>
      <div className="stage-field" aria-hidden="true">
        <div className="stage-flap">
          <span className="shell-name" translate="no">
            Hongbao
          </span>
        </div>
        <span className="stage-seal" />
      </div>
      <div className="shell-cards" aria-hidden="true">
        <div className="shell-card" />
        <div className="shell-card" />
        <div className="shell-card" />
      </div>
      <div className="shell-stage" aria-hidden="true">
        <span className="shell-sender" />
        <span className="shell-room">
          <span className="shell-envelope" />
        </span>
        <span className="shell-title" />
      </div>
    </div>
  );
}
