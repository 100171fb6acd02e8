import { createContext, Suspense, useContext, useState } from "react";
import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import type { FlowProps } from "#src/adapters/actors/flow.ts";
import { Avatar } from "#src/components/ui/Avatar.tsx";
import { Cell } from "#src/components/ui/Cell.tsx";
import { CheckCells } from "#src/components/ui/CheckCells.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";
import { Section } from "#src/components/ui/Section.tsx";

import { useProblemText } from "./sendFields.ts";
import { unseenNotePart } from "./sendParts.ts";

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
          onClick={() => setIsListed(true)}
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
        onLeave={() => send({ type: "ui.leave", field: "chatIds" })}
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

const { Part: UnseenNote } = unseenNotePart;

const KINDS = ["group", "channel"] as const;

interface UnseenNotesProps extends FlowProps<"envelopeSend", EnvelopeSendView> {
  chats: readonly components["schemas"]["Chat"][];
}

/** What can be done about chats of which the bot does not see who is a member; the messenger lets a bot in by kind. */
export function UnseenNotes({ view, send, chats }: UnseenNotesProps) {
  return KINDS.map((kind) => {
    const [first, ...others] = chats.filter((chat) => chat.kind === kind);
    return (
      first !== undefined && (
        <Suspense key={kind}>
          <UnseenNote view={view} send={send} chats={[first, ...others]} />
        </Suspense>
      )
    );
  });
}

/** Chats of the form of which the bot does not see who is a member, so that the form's rule cannot be kept there. */
export const UnseenChatsContext = createContext<readonly string[]>([]);

/**
 * The chats of the form of which the bot has to see who is a member: for members all; with a passphrase those alone that
 * hide even from it whether the sender is one.
 */
export function listAskedChats({ draft, chats, chatIds, refusedChatIds }: EnvelopeSendView): readonly string[] {
  if (draft.claimRule === "members") return [...new Set([...chatIds, ...draft.requiredChatIds])];
  const hidden = new Set(chats.filter(({ areMembersHidden }) => areMembersHidden).map(({ chatId }) => chatId));
  return chatIds.filter((chatId) => hidden.has(chatId) || refusedChatIds.includes(chatId));
}

/** The titles of chats in a sentence; each keeps its own direction. */
export function nameChats(chats: readonly components["schemas"]["Chat"][], language: string): string {
  return new Intl.ListFormat(language).format(chats.map(({ title }) => `\u2068${title}\u2069`));
}
