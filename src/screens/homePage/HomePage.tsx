import { useTranslation } from "react-i18next";

import { viewSession } from "#machines/session/session.view.ts";
import { MainBar } from "#src/components/MainBar.tsx";
import { Screen } from "#src/components/Screen.tsx";
import { useService } from "#src/hooks/useService.ts";
import { useSnapshot } from "#src/hooks/useSnapshot.ts";

import { Chats } from "./Chats.tsx";
import { Hero } from "./Hero.tsx";
import { Shortcuts } from "./Shortcuts.tsx";

/** The landing page: what one can do here, and the groups to do it in. */
export function HomePage() {
  const { t } = useTranslation();
  const { user } = viewSession(useSnapshot(useService("session")));
  return (
    <Screen
      title={t("app:home.title")}
      isTitleHidden
      hero={<Hero name={user?.username ?? null} />}
      footer={<MainBar />}
      isFooterBare
    >
      <Shortcuts />
      <Chats />
    </Screen>
  );
}
