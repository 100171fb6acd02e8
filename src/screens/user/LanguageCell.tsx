import { useTranslation } from "react-i18next";

import { canPress } from "#machines/kit/viewAction.ts";
import { viewLanguage } from "#machines/language/language.view.ts";
import { Cell } from "#src/components/ui/Cell.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";
import { useService } from "#src/hooks/useService.ts";
import { useSnapshot } from "#src/hooks/useSnapshot.ts";

/** The language in use; a tap opens the picker, which stands over every screen. */
export function LanguageCell() {
  const { t } = useTranslation();
  const language = useService("language");
  const view = viewLanguage(useSnapshot(language));
  return (
    <Cell
      before={<Icon name="globe" />}
      title={t("about:hub.language")}
      subtitle={t(`app:language.name.${view.language}`)}
      onClick={() => {
        if (canPress(view.actions, "ui.openPicker")) {
          language.send({ type: "ui.openPicker" });
        }
      }}
    />
  );
}
