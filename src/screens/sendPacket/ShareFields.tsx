import { useTranslation } from "react-i18next";

import { MAX_COUNT } from "#domain/envelope/validateSend.ts";
import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import { AmountField } from "#src/components/amount/AmountField.tsx";
import { formatAmountText } from "#domain/money/formatAmountText.ts";
import { Button } from "#src/components/ui/Button.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { Segmented } from "#src/components/ui/Segmented.tsx";
import { Stepper } from "#src/components/ui/Stepper.tsx";
import type { FlowProps } from "#src/adapters/actors/flow.ts";

import { AmountUnit } from "./AmountUnit.tsx";
import { LuckNote } from "./LuckNote.tsx";
import { RecentTotals } from "./RecentTotals.tsx";
import styles from "./ShareFields.module.css";
import { ShareNote } from "./ShareNote.tsx";
import { useAmountLabels } from "./useAmountLabels.ts";
import { useSendField } from "./useSendField.ts";

/** Groups of friends, a class, a company. */
const COUNT_PICKS = [3, 5, 10, 20, 50];

const DOLLAR = "$";
/** Nobody sends more than millions of dollars and some decimals. */
const MAX_DOLLARS_LENGTH = 12;

/** Amount, and how it is split into shares. */
export function ShareFields({ view, send }: FlowProps<"envelopeSend", EnvelopeSendView>) {
  const { t, i18n } = useTranslation();
  const tie = useSendField({ view, send });
  const { draft, limits, dollars } = view;
  const amountField = draft.singleAmount === null ? "totalAmount" : "singleAmount";
  const labels = useAmountLabels(view);
  return (
    <Section isPadded>
      <div className={styles.fields}>
        <AmountField
          {...tie(amountField, dollars === null ? amountField : "dollars")}
          size="hero"
          label={labels[amountField]}
          value={dollars === null ? (draft[amountField] ?? "") : dollars.typed}
          unit={dollars === null ? limits.ticker : DOLLAR}
          fiat={<AmountUnit view={view} send={send} />}
          maxLength={dollars === null ? limits.maxInputLength : MAX_DOLLARS_LENGTH}
          hint={t("envelope:send.limits", {
            min: formatAmountText(limits.min, i18n.language),
            max: formatAmountText(limits.max, i18n.language),
            coin: limits.ticker,
          })}
          pasteError={t("envelope:send.pasteRefused")}
          keyError={t("envelope:send.keyRefused")}
        />
        {view.nearestTotal !== null && <NearestTotal nearest={view.nearestTotal} view={view} send={send} />}
        <RecentTotals view={view} send={send} />
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
      </div>
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
