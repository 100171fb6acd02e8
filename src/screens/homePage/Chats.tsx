import { Suspense, useState, useTransition } from "react";
import { useTranslation } from "react-i18next";

import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { Button } from "#src/components/ui/Button.tsx";
import { Avatar } from "#src/components/ui/Avatar.tsx";
import { Cell } from "#src/components/ui/Cell.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";
import { lazyPart } from "#src/components/shell/lazyPart.tsx";
import { LoadFailure } from "#src/components/shell/LoadFailure.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { Skeleton } from "#src/components/shell/Skeleton.tsx";
import { chats } from "#src/adapters/actors/chats.ts";
import { useList } from "#src/hooks/useList.ts";
import { loadTexts } from "#src/i18n/texts.ts";
import { buildSendPath } from "#src/routes/links.ts";

/** Shown where the list is empty, or once the person wants another group. */
export const moreChatsPart = lazyPart(async () => {
  const [{ MoreChats }] = await Promise.all([import("./MoreChats.tsx"), loadTexts(["home"])]);
  return MoreChats;
});

const { Part: MoreChats } = moreChatsPart;

/** A group's cell: a title, a line under it, and the space around them. */
const ROW_HEIGHT_PX = 60;

interface ChatsProps {
  canSend: boolean;
}

/** The user's groups; each leads to a new envelope for it. */
export function Chats({ canSend }: ChatsProps) {
  const { t } = useTranslation();
  const list = useList(chats);
  const [wantsAnother, setWantsAnother] = useState(false);
  const [isLoading, startLoading] = useTransition();
  if (list === null) return <ChatsToCome />;
  const { view, send } = list;
  switch (view.status) {
    case "loading":
      return <ChatsToCome />;
    case "failed":
      return (
        <Section title={t("app:home.chats")}>
          <LoadFailure send={send} />
        </Section>
      );
    case "empty":
      return (
        <Section title={t("app:home.chats")} isPadded>
          <Suspense>
            <MoreChats view={view} send={send} />
          </Suspense>
        </Section>
      );
    case "page":
      return (
        <Section title={t("app:home.chats")} footer={t(canSend ? "app:home.chatsFooter" : "app:home.joinedFooter")}>
          {view.items.map(({ chatId, title }) => (
            <Cell
              key={chatId}
              before={<Avatar name={title} />}
              title={title}
              subtitle={canSend ? t("app:home.sendTo") : undefined}
              to={canSend ? buildSendPath(chatId) : undefined}
            />
          ))}
          {canSend && view.items.length > 1 && (
            <Cell before={<Icon name="gift" />} title={t("app:home.sendToSeveral")} to="/multiSend" />
          )}
          <ActionButton
            variant="plain"
            actions={view.actions}
            type="ui.loadMore"
            send={send}
            isBusy={view.isLoadingMore}
          />
          {wantsAnother ? (
            <MoreChats view={view} send={send} />
          ) : (
            <Button
              variant="plain"
              isBusy={isLoading}
              onClick={() => {
                // The list stays as it is until the code is there.
                startLoading(() => setWantsAnother(true));
              }}
            >
              {t("app:home.another")}
            </Button>
          )}
        </Section>
      );
  }
}

function ChatsToCome() {
  const { t } = useTranslation();
  return (
    <Section title={t("app:home.chats")}>
      <Skeleton rows={2} rowHeightPx={ROW_HEIGHT_PX} isInCard />
    </Section>
  );
}
