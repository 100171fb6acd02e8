import { useTranslation } from "react-i18next";

import type { Language } from "#domain/language/language.ts";
import type { LanguageEvent } from "#machines/language/language.machine.ts";
import type { LanguageView } from "#machines/language/language.view.ts";

import { Button } from "./Button.tsx";
import styles from "./LanguageButton.module.css";
import { Sheet } from "./Sheet.tsx";
import { useDrag } from "./useDrag.ts";

interface LanguageButtonProps {
  view: LanguageView;
  send: (event: LanguageEvent) => void;
}

/** Names of languages in themselves: the one text that is never translated. */
const NAMES: Readonly<Record<Language, { name: string; short: string }>> = {
  en: { name: "English", short: "EN" },
  es: { name: "Español", short: "ES" },
  id: { name: "Bahasa Indonesia", short: "ID" },
  km: { name: "ខ្មែរ", short: "ខ្មែរ" },
  vi: { name: "Tiếng Việt", short: "VI" },
  "zh-CN": { name: "简体中文", short: "简" },
  "zh-TW": { name: "繁體中文", short: "繁" },
};

/** The floating button that opens the language picker; it can be dragged out of the way. */
export function LanguageButton({ view, send }: LanguageButtonProps) {
  const { t } = useTranslation();
  const drag = useDrag();
  const can = (type: LanguageEvent["type"]) => view.actions.find((action) => action.event.type === type);
  const open = can("ui.openPicker");
  const confirm = can("ui.confirm");
  const cancel = can("ui.cancel");
  const { picker } = view;
  return (
    <>
      <button
        {...drag.handlers}
        type="button"
        className={styles.button}
        style={drag.style}
        aria-haspopup="dialog"
        disabled={open?.enabled !== true}
        onClick={() => {
          if (!drag.wasDragged()) send({ type: "ui.openPicker" });
        }}
      >
        {/* Its visible text is part of its name, so that it can be called by voice. */}
        <span className="visually-hidden">{t("app:language.open")}: </span>
        <span lang={view.language}>{NAMES[view.language].short}</span>
      </button>
      <Sheet
        isOpen={picker !== null}
        title={t("app:language.title")}
        onClose={() => {
          send({ type: "ui.cancel" });
        }}
        actions={
          <>
            {cancel !== undefined && (
              <Button
                variant="secondary"
                disabled={!cancel.enabled}
                onClick={() => {
                  send({ type: "ui.cancel" });
                }}
              >
                {t(cancel.labelKey)}
              </Button>
            )}
            {confirm !== undefined && (
              <Button
                disabled={!confirm.enabled}
                onClick={() => {
                  send({ type: "ui.confirm" });
                }}
              >
                {t(confirm.labelKey)}
              </Button>
            )}
          </>
        }
      >
        <fieldset>
          <legend className="visually-hidden">{t("app:language.title")}</legend>
          {picker?.languages.map((language) => (
            <label key={language} className={styles.choice}>
              <input
                type="radio"
                name="language"
                value={language}
                checked={language === picker.draft}
                onChange={() => {
                  send({ type: "ui.pick", language });
                }}
              />
              <span lang={language}>{NAMES[language].name}</span>
            </label>
          ))}
        </fieldset>
      </Sheet>
    </>
  );
}
