import { useTranslation } from "react-i18next";

import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import { Segmented } from "#src/components/ui/Segmented.tsx";
import type { FlowProps } from "#src/adapters/actors/flow.ts";
import { useSystemInfo } from "#src/hooks/useSystemInfo.ts";

import styles from "./RuleChoice.module.css";

/** Who may open the envelope. Without a group there is nobody but those who know the passphrase. */
export function RuleChoice({ view: { chats, draft }, send }: FlowProps<"envelopeSend", EnvelopeSendView>) {
  const { t } = useTranslation();
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
      {draft.claimRule === "members" && <p className={styles.hint}>{t("envelope:rule.administrator", { bot })}</p>}
    </>
  );
}
