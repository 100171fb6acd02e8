import { useTranslation } from "react-i18next";

import { MAX_COUNT, type SendField } from "#domain/envelope/validateSend.ts";
import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import { Amount } from "#src/components/Amount.tsx";
import { AmountField } from "#src/components/AmountField.tsx";
import { ChoiceCells } from "#src/components/ChoiceCells.tsx";
import { Field } from "#src/components/Field.tsx";
import { Section } from "#src/components/Section.tsx";
import { Segmented } from "#src/components/Segmented.tsx";
import { Stepper } from "#src/components/Stepper.tsx";
import type { FlowProps } from "#src/flows/flow.ts";

import styles from "./SendPacket.module.css";
import { UnpaidOrders } from "./UnpaidOrders.tsx";

const NO_CHAT = "";

/** The form of an envelope. While it is being sent it stands still. */
export function SendForm({ view, send }: FlowProps<"envelopeSend", EnvelopeSendView>) {
  const { t } = useTranslation();
  const { draft, limits, problems } = view;
  const isSingle = draft.singleAmount !== null;
  const amountField: SendField & ("singleAmount" | "totalAmount") = isSingle ? "singleAmount" : "totalAmount";
  const describe = (field: SendField) => {
    const problem = problems[field];
    return problem === undefined ? undefined : t(problem.messageKey, problem.params);
  };
  const leave = (field: SendField) => () => {
    send({ type: "ui.leave", field });
  };
  return (
    <fieldset className={styles.form} disabled={view.isBusy}>
      <UnpaidOrders view={view} send={send} />
      <Segmented
        label={t("envelope:send.type")}
        value={draft.type}
        options={[
          { value: "luckyDraw", label: t("envelope:type.luckyDraw") },
          { value: "ordinary", label: t("envelope:type.ordinary") },
        ]}
        onChange={(envelopeType) => {
          send({ type: "ui.chooseType", envelopeType });
        }}
      />
      {view.coinTypes.length > 1 && (
        <Segmented
          label={t("envelope:send.coin")}
          value={draft.coinType}
          options={view.coinTypes.map((coinType) => ({ value: coinType, label: t(`envelope:coin.${coinType}`) }))}
          onChange={(coinType) => {
            send({ type: "ui.chooseCoin", coinType });
          }}
        />
      )}
      <Section isPadded>
        <div className={styles.fields}>
          {draft.type === "ordinary" && (
            <Segmented
              label={t("envelope:send.amountOf")}
              value={amountField}
              options={[
                { value: "totalAmount", label: t("envelope:send.totalAmount") },
                { value: "singleAmount", label: t("envelope:send.singleAmount") },
              ]}
              onChange={(field) => {
                send({ type: "ui.type", field, value: draft.totalAmount ?? draft.singleAmount ?? "" });
              }}
            />
          )}
          <AmountField
            label={t(`envelope:send.${amountField}`)}
            value={draft[amountField] ?? ""}
            unit={limits.coinLabel}
            maxLength={limits.maxInputLength}
            hint={t("envelope:send.limits", { min: limits.min, max: limits.max, coin: limits.coinLabel })}
            error={describe(amountField)}
            onBlur={leave(amountField)}
            onChange={(value) => {
              send({ type: "ui.type", field: amountField, value });
            }}
          />
          <Stepper
            label={t("envelope:send.count")}
            value={draft.count}
            min={1}
            max={MAX_COUNT}
            decreaseLabel={t("envelope:send.fewer")}
            increaseLabel={t("envelope:send.more")}
            hint={t("envelope:send.countHint")}
            error={describe("count")}
            onBlur={leave("count")}
            onChange={(value) => {
              send({ type: "ui.type", field: "count", value });
            }}
          />
        </div>
      </Section>
      <Section isPadded>
        <div className={styles.fields}>
          <Segmented
            label={t("envelope:send.passphrase")}
            value={draft.passphrase === null ? "generated" : "typed"}
            options={[
              { value: "typed", label: t("envelope:send.typePassphrase") },
              { value: "generated", label: t("envelope:send.generatePassphrase") },
            ]}
            onChange={(choice) => {
              send({ type: "ui.choosePassphrase", isGenerated: choice === "generated" });
            }}
          />
          {draft.passphrase !== null && (
            <Field
              label={t("envelope:send.passphrase")}
              value={draft.passphrase}
              hint={t("envelope:send.passphraseHint")}
              error={describe("passphrase")}
              onBlur={leave("passphrase")}
              autoCapitalize="off"
              spellCheck={false}
              maxLength={64}
              onChange={(value) => {
                send({ type: "ui.type", field: "passphrase", value });
              }}
            />
          )}
          <Field
            label={t("envelope:send.remark")}
            value={draft.remark}
            placeholder={t("envelope:send.remarkExample")}
            error={describe("remark")}
            onBlur={leave("remark")}
            maxLength={240}
            onChange={(value) => {
              send({ type: "ui.type", field: "remark", value });
            }}
          />
        </div>
      </Section>
      <Section title={t("envelope:send.chat")} footer={t("envelope:send.chatHint")}>
        <ChoiceCells
          label={t("envelope:send.chat")}
          value={view.chosenChatId ?? NO_CHAT}
          options={[
            ...view.chats.map((chat) => ({ value: chat.chatId, label: chat.title })),
            { value: NO_CHAT, label: t("envelope:send.noChat") },
          ]}
          onChange={(chatId) => {
            send({ type: "ui.chooseChat", chatId: chatId === NO_CHAT ? null : chatId });
          }}
        />
      </Section>
      <p className={styles.total}>
        {t("envelope:send.total")} <Amount amount={view.total} coinType={draft.coinType} size="large" />
      </p>
      <p className={styles.note}>{t("envelope:send.gasNote")}</p>
    </fieldset>
  );
}
