import { useTranslation } from "react-i18next";

import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import { Avatar } from "#src/components/ui/Avatar.tsx";
import { ChoiceCells } from "#src/components/ui/ChoiceCells.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import type { FlowProps } from "#src/flows/flow.ts";

import styles from "./GroupChoice.module.css";

const NO_CHAT = "";

/** The group that the bot posts the envelope in, or none. */
export function GroupChoice({ view, send }: FlowProps<"envelopeSend", EnvelopeSendView>) {
  const { t } = useTranslation();
  return (
    <Section title={t("envelope:send.chat")} footer={t("envelope:send.chatHint")}>
      <ChoiceCells
        label={t("envelope:send.chat")}
        value={view.chatIds[0] ?? NO_CHAT}
        options={[
          ...view.chats.map(({ chatId, title }) => ({
            value: chatId,
            label: title,
            before: <Avatar name={title} sizePx={36} />,
          })),
          {
            value: NO_CHAT,
            label: t("envelope:send.noChat"),
            before: (
              <span className={styles.share}>
                <Icon name="share" sizePx={20} />
              </span>
            ),
          },
        ]}
        onChange={(chatId) => {
          send({ type: "ui.chooseChats", chatIds: chatId === NO_CHAT ? [] : [chatId] });
        }}
      />
    </Section>
  );
}
