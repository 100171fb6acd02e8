import { useContext } from "react";
import { useTranslation } from "react-i18next";

import { MAX_REQUIRED_CHATS } from "#domain/envelope/validateSend.ts";
import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import type { FlowProps } from "#src/adapters/actors/flow.ts";
import { Avatar } from "#src/components/ui/Avatar.tsx";
import { CheckCells } from "#src/components/ui/CheckCells.tsx";
import { Section } from "#src/components/ui/Section.tsx";

import { UnseenChatsContext, UnseenNotes } from "./GroupFields.tsx";

/** The groups and channels that members have to be in besides, if any. */
export function RequiredChats({ view, send }: FlowProps<"envelopeSend", EnvelopeSendView>) {
  const { t } = useTranslation();
  const { draft, actions, chatIds } = view;
  const unseenIds = useContext(UnseenChatsContext).filter((chatId) => draft.requiredChatIds.includes(chatId));
  // Of a group that gets the only envelope, people have to be members anyway.
  const requirable = view.requirable.filter(({ chatId }) => chatIds.length !== 1 || chatId !== chatIds[0]);
  if (requirable.length === 0) return null;
  return (
    <Section
      title={t("envelope:rule.required")}
      footer={t("envelope:rule.requiredHint", { max: String(MAX_REQUIRED_CHATS) })}
    >
      <CheckCells
        label={t("envelope:rule.required")}
        values={draft.requiredChatIds}
        options={requirable.map(({ chatId, title }) => ({
          value: chatId,
          label: title,
          before: <Avatar name={title} sizePx={36} />,
        }))}
        disabledValues={actions.flatMap(({ event, enabled }) =>
          event.type === "ui.toggleRequired" && !enabled ? [event.chatId] : [],
        )}
        notes={Object.fromEntries(unseenIds.map((chatId) => [chatId, t("envelope:unseen.mark")]))}
        onToggle={(chatId) => send({ type: "ui.toggleRequired", chatId })}
      />
      {/* What is to be done about a group that gets an envelope stands beside it there. */}
      <UnseenNotes
        view={view}
        send={send}
        chats={requirable.filter(({ chatId }) => unseenIds.includes(chatId) && !chatIds.includes(chatId))}
      />
    </Section>
  );
}
