import { useContext } from "react";
import { useTranslation } from "react-i18next";

import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import { Button } from "#src/components/ui/Button.tsx";
import { Segmented } from "#src/components/ui/Segmented.tsx";
import type { FlowProps } from "#src/adapters/actors/flow.ts";
import { useSystemInfo } from "#src/hooks/useSystemInfo.ts";

import { nameChats } from "./nameChats.ts";
import styles from "./RuleChoice.module.css";
import { UnseenChatsContext } from "./UnseenChatsContext.ts";

/** Who may open the envelope. Without a group there is nobody but those who know the passphrase. */
export function RuleChoice({ view: { chats, draft, requirable }, send }: FlowProps<"envelopeSend", EnvelopeSendView>) {
  const { t, i18n } = useTranslation();
  const unseenIds = useContext(UnseenChatsContext);
  const unseen = requirable.filter(({ chatId }) => unseenIds.includes(chatId));
  const bot = useSystemInfo().view.value?.botUsername ?? "";
  if (chats.length === 0) return null;
  return (
    <>
      <Segmented
        label={t("envelope:rule.title")}
        value={draft.claimRule}
        options={[
          { value: "passphrase", label: t("envelope:rule.passphrase"), icon: "key" },
          { value: "members", label: t("envelope:rule.members"), icon: "person" },
        ]}
        onChange={(claimRule) => {
          send({ type: "ui.chooseRule", claimRule });
        }}
      />
      {draft.claimRule === "members" && (
        <p className={styles.hint}>
          {unseen.length === 0
            ? t("envelope:rule.administrator", { bot })
            : t("envelope:unseen.hint", { groups: nameChats(unseen, i18n.language) })}
        </p>
      )}
      {unseen.length > 0 && (
        <Button type="button" variant="plain" onClick={goToNote}>
          {t("envelope:unseen.show")}
        </Button>
      )}
    </>
  );
}

/** The note may stand further up, beside its group. */
function goToNote(): void {
  const note = document.querySelector<HTMLElement>("[data-unseen]");
  note?.scrollIntoView({ block: "center" });
  note?.focus({ preventScroll: true });
}
