import { useTranslation } from "react-i18next";

import type { Language } from "#domain/language/language.ts";
import type { LanguageEvent } from "#machines/language/language.machine.ts";
import type { LanguageView } from "#machines/language/language.view.ts";

import { ActionButton } from "./ActionButton.tsx";
import { MainAction } from "./MainAction.tsx";
import { ChoiceCells } from "#src/components/ui/ChoiceCells.tsx";
import { Sheet } from "#src/components/ui/Sheet.tsx";

interface LanguageSheetProps {
  view: LanguageView;
  send: (event: LanguageEvent) => void;
}

/** Names of languages in themselves: the one text that is never translated. */
const NAMES: Readonly<Record<Language, string>> = {
  en: "English",
  es: "Español",
  id: "Bahasa Indonesia",
  km: "ខ្មែរ",
  vi: "Tiếng Việt",
  "zh-CN": "简体中文",
  "zh-TW": "繁體中文",
};

/** The picker: a language is marked, then confirmed. */
export function LanguageSheet({ view: { picker, actions }, send }: LanguageSheetProps) {
  const { t } = useTranslation();
  return (
    <Sheet
      isOpen={picker !== null}
      title={t("app:language.title")}
      onClose={() => send({ type: "ui.cancel" })}
      actions={
        <>
          <MainAction actions={actions} type="ui.confirm" send={send} />
          <ActionButton actions={actions} type="ui.cancel" send={send} variant="plain" />
        </>
      }
    >
      {picker !== null && (
        <ChoiceCells
          label={t("app:language.title")}
          value={picker.picked}
          options={picker.languages.map((language) => ({ value: language, label: NAMES[language], lang: language }))}
          onChange={(language) => send({ type: "ui.pick", language })}
        />
      )}
    </Sheet>
  );
}
