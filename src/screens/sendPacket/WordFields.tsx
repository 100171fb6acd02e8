import { useContext, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

import { MAX_REMARK_CODE_POINTS } from "#domain/envelope/validateSend.ts";
import { toLanguage } from "#domain/language/language.ts";
import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import type { FlowProps } from "#src/adapters/actors/flow.ts";
import { makePassphraseUp } from "#src/adapters/makePassphraseUp.ts";
import { PassphraseField } from "#src/components/envelope/PassphraseField.tsx";
import { Button } from "#src/components/ui/Button.tsx";
import { Field } from "#src/components/ui/Field.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { Segmented } from "#src/components/ui/Segmented.tsx";
import { useSystemInfo } from "#src/hooks/useSystemInfo.ts";

import { nameChats, UnseenChatsContext } from "./GroupFields.tsx";
import { Picks } from "./Picks.tsx";
import { useSendField } from "./sendFields.ts";
import styles from "./SendForm.module.css";

/** The remark on the envelope, and the passphrase that opens it. */
export function WordFields({ view, send }: FlowProps<"envelopeSend", EnvelopeSendView>) {
  const { t, i18n } = useTranslation();
  const tie = useSendField({ view, send });
  const { passphrase, claimRule, remark } = view.draft;
  const fillLate = useLateText(passphrase, (value) => send({ type: "ui.type", field: "passphrase", value }));
  return (
    <Section isPadded>
      <RuleChoice view={view} send={send} />
      {claimRule === "passphrase" && (
        <PassphraseField
          {...tie("passphrase")}
          label={t("envelope:send.passphrase")}
          value={passphrase}
          hint={t("envelope:send.passphraseHint")}
          generateLabel={t("envelope:send.generatePassphrase")}
          onGenerate={() => void fillLate(makePassphraseUp(toLanguage(i18n.language)))}
          enterKeyHint="next"
        />
      )}
      <Field
        {...tie("remark")}
        label={t("envelope:send.remark")}
        value={remark}
        placeholder={t(`copyTexts:${view.look.messageId}`)}
        counter={{ value: Array.from(remark.trim()).length, max: MAX_REMARK_CODE_POINTS }}
        enterKeyHint="done"
      />
      <Wishes chosen={remark} send={send} />
    </Section>
  );
}

/** Returns what fills a field with a text that comes late, unless the person has changed the field meanwhile. */
export function useLateText(value: string, onText: (text: string) => void): (coming: Promise<string>) => Promise<void> {
  const present = useRef(value);
  useEffect(() => {
    present.current = value;
  }, [value]);
  return async (coming) => {
    const text = await coming;
    if (present.current === value) onText(text);
  };
}

const WISHES = ["luck", "fortune", "wellbeing", "newYear"] as const;

/** Wishes as people write them where the reader lives, to take by one tap and to write on. */
function Wishes({ chosen, send }: Pick<FlowProps<"envelopeSend", EnvelopeSendView>, "send"> & { chosen: string }) {
  const { t } = useTranslation();
  const wishes = WISHES.map((wish) => t(`envelope:send.wish.${wish}`));
  return (
    <Picks
      label={t("envelope:send.wishes")}
      picks={wishes.map((text) => ({ value: text, text }))}
      chosen={chosen}
      onPick={(value) => send({ type: "ui.type", field: "remark", value })}
    />
  );
}

/** Who may open the envelope. Without a group there is nobody but those who know the passphrase. */
function RuleChoice({ view: { chats, draft, requirable }, send }: FlowProps<"envelopeSend", EnvelopeSendView>) {
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
        onChange={(claimRule) => send({ type: "ui.chooseRule", claimRule })}
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
