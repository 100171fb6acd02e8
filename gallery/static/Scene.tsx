import { useState, type ComponentProps, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { MemoryRouter } from "react-router-dom";

import type { Language } from "#domain/language/language.ts";
import { viewLanguage } from "#machines/language/language.view.ts";
import { LanguageButton } from "#src/components/shell/LanguageButton.tsx";
import { getService } from "#src/getService.ts";
import { AppContext } from "#src/hooks/useApp.ts";
import { StillRouter } from "#tests/screens/StillRouter.tsx";

import { createStaticApp, type Standing } from "./createStaticApp.ts";
import { noteDeed } from "./onStage.ts";
import { standInLanguage } from "./standInLanguage.ts";

interface SceneProps extends Standing {
  /** The address with its query. */
  at?: string;
  /** False where a frame of its own draws the language button. */
  hasLanguageButton?: boolean;
  /** Whether the address changes as it is asked to; else that is noted. */
  isRouted?: boolean;
  children: ReactNode;
}

/** A screen in an app in which nothing moves, with the language button that the app's frame draws over it. */
export function Scene({ at = "/", hasLanguageButton = true, isRouted = false, children, ...standing }: SceneProps) {
  const [app] = useState(() => createStaticApp(standing));
  const page = (
    <>
      {children}
      {hasLanguageButton && <StillLanguageButton send={getService(app.root, "language").send} />}
    </>
  );
  return (
    <AppContext value={app}>
      {isRouted ? (
        <MemoryRouter initialEntries={[at]}>{page}</MemoryRouter>
      ) : (
        <StillRouter at={at} onMove={noteDeed}>
          {page}
        </StillRouter>
      )}
    </AppContext>
  );
}

/** Worded in the language that is shown. */
function StillLanguageButton({ send }: Pick<ComponentProps<typeof LanguageButton>, "send">) {
  const { i18n } = useTranslation();
  return <LanguageButton view={viewLanguage(standInLanguage(i18n.language as Language))} send={send} />;
}
