import { Suspense, useContext, useState } from "react";
import { useTranslation } from "react-i18next";

import { MAX_REMARK_CODE_POINTS } from "#domain/envelope/validateSend.ts";
import { toLanguage } from "#domain/language/toLanguage.ts";
import { isTogether } from "#machines/envelopeSend/sendForm.ts";
import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import type { LookKind } from "#machines/picker/picker.machine.ts";
import type { FlowProps } from "#src/adapters/actors/flow.ts";
import { makePassphraseUp } from "#src/adapters/makePassphraseUp.ts";
import { Envelope } from "#src/components/envelope/Envelope.tsx";
import { PassphraseField } from "#src/components/envelope/PassphraseField.tsx";
import { Button } from "#src/components/ui/Button.tsx";
import { Cell } from "#src/components/ui/Cell.tsx";
import { Field } from "#src/components/ui/Field.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { Segmented } from "#src/components/ui/Segmented.tsx";
import { useLateText } from "#src/hooks/useLateText.ts";
import { useSystemInfo } from "#src/hooks/useSystemInfo.ts";

import { nameChats, UnseenChatsContext } from "./GroupFields.tsx";
import { useAmountLabels, useSendField } from "./sendFields.ts";
import styles from "./SendForm.module.css";
import { drawFieldsPart, lookSheetPart, requiredChatsPart } from "./sendParts.ts";

/** The folded fields: one line says what is set in them, and unfolds them. */
export function MoreFields({ view, send }: FlowProps<"envelopeSend", EnvelopeSendView>) {
  const { t } = useTranslation();
  const told = useOptionsText(view);
  const toggle = view.actions.find(({ event }) => event.type === "ui.toggleMore");
  return (
    <>
      <Section>
        <Cell
          title={t("envelope:send.options")}
          subtitle={told}
          isOpen={view.isMoreShown}
          onClick={toggle && (() => send(toggle.event))}
        />
      </Section>
      {view.isMoreShown && (
        <>
          {view.draft.type === "ordinary" && <AmountOf view={view} send={send} />}
          {view.draft.type === "luckyDraw" && (
            <Suspense>
              <DrawFields view={view} send={send} />
            </Suspense>
          )}
          <WordFields view={view} send={send} />
          <LookFields view={view} send={send} />
          {view.requirable.length > 0 && (
            <Suspense>
              <RequiredChats view={view} send={send} />
            </Suspense>
          )}
        </>
      )}
    </>
  );
}

/** What is set where it is folded away, in one line: a draw for all, who may open it, its text, its cover. */
function useOptionsText({ draft, look, requirable }: EnvelopeSendView): string {
  const { t } = useTranslation();
  const { claimRule, passphrase, requiredChatIds } = draft;
  const remark = draft.remark.trim();
  const required = requirable.filter(({ chatId }) => requiredChatIds.includes(chatId)).map(({ title }) => title);
  return [
    ...(isTogether(draft) ? [t("envelope:draw.together"), t(`envelope:draw.window.${draft.drawWindowS}`)] : []),
    ...(claimRule === "members" ? [t("envelope:rule.members"), ...required] : []),
    ...(claimRule === "passphrase" && passphrase !== "" ? [t("envelope:send.passphraseTold", { passphrase })] : []),
    remark === "" ? t(`copyTexts:${look.messageId}`) : remark,
    t(`personal:coverTitle.${look.coverId}`),
  ].join(" · ");
}

const { Part: DrawFields } = drawFieldsPart;
const { Part: RequiredChats } = requiredChatsPart;

/** Of an ordinary envelope: what the amount is of. */
function AmountOf({ view, send }: FlowProps<"envelopeSend", EnvelopeSendView>) {
  const { t } = useTranslation();
  const labels = useAmountLabels(view);
  return (
    <Section isPadded>
      <Segmented
        label={t("envelope:send.amountOf")}
        value={view.draft.singleAmount === null ? "totalAmount" : "singleAmount"}
        options={[
          { value: "totalAmount", label: labels.totalAmount },
          { value: "singleAmount", label: labels.singleAmount },
        ]}
        onChange={(field) => {
          send({ type: "ui.chooseAmount", field });
        }}
      />
    </Section>
  );
}

/** The words that go with the envelope: those on it, and those that open it. */
function WordFields({ view, send }: FlowProps<"envelopeSend", EnvelopeSendView>) {
  const { t, i18n } = useTranslation();
  const tie = useSendField({ view, send });
  const { passphrase, claimRule, remark } = view.draft;
  const fillLate = useLateText(passphrase, (value) => {
    send({ type: "ui.type", field: "passphrase", value });
  });
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
    </Section>
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

const { Part: LookSheet } = lookSheetPart;

/** Cover and text of the envelope, and the way to others. */
function LookFields({ view, send }: FlowProps<"envelopeSend", EnvelopeSendView>) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<LookKind | null>(null);
  const close = () => {
    setKind(null);
  };
  const { look, draft } = view;
  return (
    <Section>
      <Cell
        before={<Envelope state="sealed" size="tiny" coverId={look.coverId} />}
        title={t("personal:send.cover")}
        subtitle={t(`personal:coverTitle.${look.coverId}`)}
        onClick={() => {
          setKind("cover");
        }}
      />
      <Cell
        before={<Icon name="edit" />}
        title={t("personal:send.text")}
        subtitle={draft.remark.trim() === "" ? t(`copyTexts:${look.messageId}`) : t("personal:send.replaced")}
        onClick={() => {
          setKind("text");
        }}
      />
      {kind !== null && (
        <Suspense>
          <LookSheet kind={kind} view={view} send={send} onClose={close} />
        </Suspense>
      )}
    </Section>
  );
}
