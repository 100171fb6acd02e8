import { useTranslation } from "react-i18next";

import { MAX_COUNT } from "#domain/envelope/validateSend.ts";
import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import { AmountField } from "#src/components/amount/AmountField.tsx";
import { CoinLabel } from "#src/components/amount/CoinLabel.tsx";
import { Fiat } from "#src/components/amount/Fiat.tsx";
import { formatAmountText } from "#src/components/amount/formatAmountText.ts";
import { Button } from "#src/components/ui/Button.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { Segmented } from "#src/components/ui/Segmented.tsx";
import { Stepper } from "#src/components/ui/Stepper.tsx";
import type { FlowProps } from "#src/adapters/actors/flow.ts";

import { LuckNote } from "./LuckNote.tsx";
import { ShareNote } from "./ShareNote.tsx";
import { useSendField } from "./useSendField.ts";

/** Groups of friends, a class, a company. */
const COUNT_PICKS = [3, 5, 10, 20, 50];

/** Amount, and how it is split into shares. */
export function ShareFields({ view, send }: FlowProps<"envelopeSend", EnvelopeSendView>) {
  const { t, i18n } = useTranslation();
  const tie = useSendField({ view, send });
  const { draft, limits } = view;
  const amountField = draft.singleAmount === null ? "totalAmount" : "singleAmount";
  const isPerGroup = view.minChats > 1 || view.chatIds.length > 1;
  const labels = {
    totalAmount: t(isPerGroup ? "envelope:multi.amountPerGroup" : "envelope:send.totalAmount"),
    singleAmount: t("envelope:send.singleAmount"),
  };
  return (
    <Section isPadded>
      <AmountField
        {...tie(amountField)}
        size="hero"
        label={labels[amountField]}
        value={draft[amountField] ?? ""}
        unit={limits.ticker}
        fiat={<Fiat amount={draft[amountField]} coinType={draft.coinType} />}
        maxLength={limits.maxInputLength}
        hint={t("envelope:send.limits", {
          min: formatAmountText(limits.min, i18n.language),
          max: formatAmountText(limits.max, i18n.language),
          coin: limits.ticker,
        })}
        pasteError={t("envelope:send.pasteRefused")}
        keyError={t("envelope:send.keyRefused")}
      />
      {view.nearestTotal !== null && <NearestTotal nearest={view.nearestTotal} view={view} send={send} />}
      {view.coinTypes.length > 1 && (
        <Segmented
          label={t("envelope:send.coin")}
          value={draft.coinType}
          options={view.coinTypes.map((coinType) => ({ value: coinType, label: <CoinLabel coinType={coinType} /> }))}
          onChange={(coinType) => {
            send({ type: "ui.chooseCoin", coinType });
          }}
        />
      )}
      <Segmented
        label={t("envelope:send.type")}
        value={draft.type}
        options={[
          { value: "luckyDraw", label: t("envelope:type.luckyDraw"), icon: "dice" },
          { value: "ordinary", label: t("envelope:type.ordinary"), icon: "equal" },
        ]}
        onChange={(envelopeType) => {
          send({ type: "ui.chooseType", envelopeType });
        }}
      />
      {draft.type === "ordinary" && (
        <Segmented
          label={t("envelope:send.amountOf")}
          value={amountField}
          options={[
            { value: "totalAmount", label: labels.totalAmount },
            { value: "singleAmount", label: labels.singleAmount },
          ]}
          onChange={(field) => {
            send({ type: "ui.chooseAmount", field });
          }}
        />
      )}
      <Stepper
        {...tie("count")}
        label={t("envelope:send.count")}
        value={draft.count}
        min={1}
        max={MAX_COUNT}
        picks={COUNT_PICKS}
        decreaseLabel={t("envelope:send.fewer")}
        increaseLabel={t("envelope:send.more")}
        hint={t("envelope:send.countHint")}
        keyError={t("envelope:problem.countInteger")}
      />
      <ShareNote view={view} />
      <LuckNote view={view} />
    </Section>
  );
}

/** Takes the nearest total that divides, with one tap. */
function NearestTotal({
  nearest,
  view: { limits },
  send,
}: FlowProps<"envelopeSend", EnvelopeSendView> & { nearest: string }) {
  const { t, i18n } = useTranslation();
  return (
    <Button
      type="button"
      variant="secondary"
      onClick={() => {
        send({ type: "ui.type", field: "totalAmount", value: nearest });
      }}
    >
      {t("envelope:send.takeNearest", { amount: formatAmountText(nearest, i18n.language), coin: limits.ticker })}
    </Button>
  );
}
