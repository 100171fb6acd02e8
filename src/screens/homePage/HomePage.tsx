import { useSelector } from "@xstate/react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router-dom";

import { viewSession } from "#machines/session/session.view.ts";
import { MainBar } from "#src/components/shell/MainBar.tsx";
import { lazyPart } from "#src/components/shell/lazyPart.tsx";
import { Screen } from "#src/components/shell/Screen.tsx";
import { WhenIdle } from "#src/components/shell/WhenIdle.tsx";
import { isSendingOpen } from "#src/hooks/isSendingOpen.ts";
import { useService } from "#src/hooks/useService.ts";
import { useSystemFact } from "#src/hooks/useSystemFact.ts";
import { buildSendPath } from "#src/routes/links.ts";

import { Chats } from "./Chats.tsx";
import { Hero } from "./Hero.tsx";
import { Shortcuts } from "./Shortcuts.tsx";

/** What cannot be loaded is left out: the page is complete without it. */
const { Part: LateNotes } = lazyPart(
  async () => (await import("./LateNotes.tsx")).LateNotes,
  () => null,
);

/** `/homePage?chatId=`: the actions and the groups; a group in the query is the one to send to. */
export function HomePage() {
  const { t } = useTranslation();
  const name = useSelector(useService("session"), (snapshot) => viewSession(snapshot).user?.name || null);
  const [query] = useSearchParams();
  const canSend = useSystemFact(isSendingOpen);
  return (
    <Screen
      title={t("app:home.title")}
      isTitleHidden
      hero={<Hero name={name} sendPath={canSend ? buildSendPath(query.get("chatId")) : null} />}
      footer={
        <>
          <WhenIdle>
            <LateNotes />
          </WhenIdle>
          <MainBar />
        </>
      }
      isFooterBare
    >
      <Shortcuts />
      <Chats canSend={canSend} />
    </Screen>
  );
}
