import { useContext, useState } from "react";
import { useTranslation } from "react-i18next";

import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import { Avatar } from "#src/components/ui/Avatar.tsx";
import { Cell } from "#src/components/ui/Cell.tsx";
import { CheckCells } from "#src/components/ui/CheckCells.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import type { FlowProps } from "#src/adapters/actors/flow.ts";

import { UnseenChatsContext } from "./UnseenChatsContext.ts";
import { UnseenNotes } from "./UnseenNotes.tsx";
import { useProblemText } from "./useProblemText.ts";

/** The groups that the bot posts an envelope in each; none: it is shared by hand. */
export function GroupFields({ view, send }: FlowProps<"envelopeSend", EnvelopeSendView>) {
  const { t } = useTranslation();
  const findProblem = useProblemText(view);
  const { chats, chatIds, minChats, actions } = view;
  const error = findProblem("chatIds");
  const unseenIds = useContext(UnseenChatsContext).filter((chatId) => chatIds.includes(chatId));
  const unseen = chats.filter(({ chatId }) => unseenIds.includes(chatId));
  // Who has come for one group, or kept to it, sees no list of all of them.
  const [isListed, setIsListed] = useState(chatIds.length === 0 || minChats > 0 || chats.length === 1);
  if (chats.length === 0) {
    return (
      <Section title={t("envelope:send.chat")}>
        <Cell before={<Icon name="share" />} title={t("envelope:send.noChat")} />
      </Section>
    );
  }
  if (!isListed && error === undefined) {
    const names = chats.filter(({ chatId }) => chatIds.includes(chatId)).map(({ title }) => title);
    return (
      <Section>
        <Cell
          before={<Avatar name={names[0] ?? ""} sizePx={36} />}
          title={names.join(", ")}
          subtitle={t("envelope:send.chat")}
          isOpen={false}
          onClick={() => {
            setIsListed(true);
          }}
        />
        <UnseenNotes view={view} send={send} chats={unseen} />
      </Section>
    );
  }
  return (
    <Section title={t("envelope:send.chat")} footer={t(findHintKey(view))}>
      <CheckCells
        label={t("envelope:send.chat")}
        values={chatIds}
        options={chats.map(({ chatId, title }) => ({
          value: chatId,
          label: title,
          before: <Avatar name={title} sizePx={36} />,
        }))}
        disabledValues={actions.flatMap(({ event, enabled }) =>
          event.type === "ui.toggleChat" && !enabled ? [event.chatId] : [],
        )}
        onToggle={(chatId) => {
          // It stays open once what was wrong is mended.
          setIsListed(true);
          send({ type: "ui.toggleChat", chatId });
        }}
        notes={Object.fromEntries(unseenIds.map((chatId) => [chatId, t("envelope:unseen.mark")]))}
        error={error}
        onLeave={() => {
          send({ type: "ui.leave", field: "chatIds" });
        }}
      />
      <UnseenNotes view={view} send={send} chats={unseen} />
      {minChats === 0 && chats.length > 1 && (
        <Cell before={<Icon name="gift" />} title={t("envelope:multi.title")} to="/multiSend" />
      )}
    </Section>
  );
}

function findHintKey({ chatIds, minChats, draft }: EnvelopeSendView): string {
  const isForMembers = draft.claimRule === "members";
  if (minChats > 0) return isForMembers ? "envelope:multi.hintMembers" : "envelope:multi.hint";
  if (isForMembers) return "envelope:send.chatHintMembers";
  return chatIds.length === 0 ? "envelope:send.noChat" : "envelope:send.chatHint";
}
