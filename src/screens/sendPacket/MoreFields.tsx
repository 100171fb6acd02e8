import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import { isTogether } from "#machines/envelopeSend/sendForm.ts";
import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import type { LookKind } from "#machines/picker/picker.machine.ts";
import type { FlowProps } from "#src/adapters/actors/flow.ts";
import { Envelope } from "#src/components/envelope/Envelope.tsx";
import { Cell } from "#src/components/ui/Cell.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { Segmented } from "#src/components/ui/Segmented.tsx";

import { useAmountLabels } from "./sendFields.ts";
import { drawFieldsPart, lookSheetPart, requiredChatsPart, wordFieldsPart } from "./sendParts.ts";

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
          <Suspense>
            <WordFields view={view} send={send} />
          </Suspense>
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
const { Part: WordFields } = wordFieldsPart;

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
        onChange={(field) => send({ type: "ui.chooseAmount", field })}
      />
    </Section>
  );
}

const { Part: LookSheet } = lookSheetPart;

/** Cover and text of the envelope, and the way to others. */
function LookFields({ view, send }: FlowProps<"envelopeSend", EnvelopeSendView>) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<LookKind | null>(null);
  const close = () => setKind(null);
  const { look, draft } = view;
  return (
    <Section>
      <Cell
        before={<Envelope state="sealed" size="tiny" coverId={look.coverId} />}
        title={t("personal:send.cover")}
        subtitle={t(`personal:coverTitle.${look.coverId}`)}
        onClick={() => setKind("cover")}
      />
      <Cell
        before={<Icon name="edit" />}
        title={t("personal:send.text")}
        subtitle={draft.remark.trim() === "" ? t(`copyTexts:${look.messageId}`) : t("personal:send.replaced")}
        onClick={() => setKind("text")}
      />
      {kind !== null && (
        <Suspense>
          <LookSheet kind={kind} view={view} send={send} onClose={close} />
        </Suspense>
      )}
    </Section>
  );
}
