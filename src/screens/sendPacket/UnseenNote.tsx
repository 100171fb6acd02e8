import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import { CopyButton } from "#src/components/shell/CopyButton.tsx";
import { Button } from "#src/components/ui/Button.tsx";
import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";
import type { FlowProps } from "#src/adapters/actors/flow.ts";
import { useOpenLink } from "#src/hooks/useOpenLink.ts";
import { useSystemInfo } from "#src/hooks/useSystemInfo.ts";

import { nameChats } from "./GroupFields.tsx";
import styles from "./UnseenNote.module.css";

type Chat = components["schemas"]["Chat"];

/** The one right that an administrator has by having any: it sees the members, also hidden ones. */
const RIGHTS = "admin=manage_chat";
const LINKS = { group: `startgroup&${RIGHTS}`, channel: `startchannel&${RIGHTS}` } as const;

interface UnseenNoteProps extends FlowProps<"envelopeSend", EnvelopeSendView> {
  /** All groups, or all channels. */
  chats: readonly [Chat, ...Chat[]];
}

/** Beside the chats of which the bot does not see who is a member: says so, and what can be done. Goes by itself. */
export function UnseenNote({ view, send, chats }: UnseenNoteProps) {
  const { t, i18n } = useTranslation();
  const bot = useSystemInfo().view.value?.botUsername ?? null;
  const openLink = useOpenLink();
  const note = useRef<HTMLDivElement>(null);
  const isRefused = chats.some(({ chatId }) => view.refusedChatIds.includes(chatId));
  useEffect(() => {
    if (!isRefused) return;
    note.current?.scrollIntoView({ block: "center" });
    note.current?.focus({ preventScroll: true });
  }, [isRefused]);
  const isForMembers = view.draft.claimRule === "members";
  // Nothing can be posted there, not even what a passphrase opens.
  const isHidden = !isForMembers || chats.some(({ areMembersHidden }) => areMembersHidden);
  const toPassphrase = view.actions.find(
    ({ event }) => event.type === "ui.chooseRule" && event.claimRule === "passphrase",
  );
  const groups = nameChats(chats, i18n.language);
  const link = `https://t.me/${bot ?? ""}?${LINKS[chats[0].kind]}`;
  const request = t(isForMembers ? "envelope:unseen.request" : "envelope:unseen.requestHidden", {
    bot: bot ?? "",
    groups,
  });
  const share = new URLSearchParams({ url: link, text: request });
  return (
    <div ref={note} className={styles.note} data-unseen="" data-refusal={isRefused ? "" : undefined} tabIndex={-1}>
      <p className={styles.text} role={isRefused ? "alert" : "status"}>
        <Icon name="warning" />
        <span>{t(isHidden ? "envelope:unseen.textHidden" : "envelope:unseen.text", { groups })}</span>
      </p>
      {bot !== null && (
        <>
          <ButtonLink href={link} onClick={openLink} variant="secondary">
            {t("envelope:unseen.appoint")}
          </ButtonLink>
          <div className={styles.ways}>
            <ButtonLink
              href={`https://t.me/share/url?${share.toString()}`}
              onClick={openLink}
              variant="secondary"
              icon="send"
              isInline
            >
              {t("envelope:unseen.ask")}
            </ButtonLink>
            <CopyButton text={`${request} ${link}`} labelKey="envelope:unseen.copy" />
          </div>
        </>
      )}
      {!isHidden && toPassphrase && (
        <Button type="button" variant="plain" icon="key" onClick={() => send(toPassphrase.event)}>
          {t("envelope:unseen.usePassphrase")}
        </Button>
      )}
    </div>
  );
}
