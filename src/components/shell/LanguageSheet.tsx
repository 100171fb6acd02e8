import { useTranslation } from "react-i18next";

import { LANGUAGE_NAMES } from "#domain/language/languageNames.ts";
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
          options={picker.languages.map((language) => ({
            value: language,
            label: LANGUAGE_NAMES[language],
            lang: language,
          }))}
          onChange={(language) => send({ type: "ui.pick", language })}
        />
      )}
    </Sheet>
  );
}
