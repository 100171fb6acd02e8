import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { MemoryRouter } from "react-router-dom";

import type { Language } from "#domain/language/language.ts";
import { viewLanguage } from "#machines/language/language.view.ts";
import { LanguageButton } from "#src/components/shell/LanguageButton.tsx";
import { AppContext } from "#src/hooks/AppContext.ts";

import { createStaticApp, type Standing } from "./createStaticApp.ts";
import { standInLanguage } from "./standInLanguage.ts";

interface SceneProps extends Standing {
  /** The address with its query. */
  at?: string;
  /** False where a frame of its own draws the language button. */
  hasLanguageButton?: boolean;
  children: ReactNode;
}

/** A screen in an app in which nothing moves, with the language button that the app's frame draws over it. */
export function Scene({ at = "/", hasLanguageButton = true, children, ...standing }: SceneProps) {
  const [app] = useState(() => createStaticApp(standing));
  return (
    <AppContext value={app}>
      <MemoryRouter initialEntries={[at]}>
        {children}
        {hasLanguageButton && <StillLanguageButton />}
      </MemoryRouter>
    </AppContext>
  );
}

function StillLanguageButton() {
  const { i18n } = useTranslation();
  const view = viewLanguage(standInLanguage(i18n.language as Language));
  return <LanguageButton view={view} send={() => undefined} />;
}
