import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import { findFinalityMinutes } from "#domain/finality.ts";
import { isPaymentSent } from "#machines/lifecycle/order/orderStatuses.ts";
import { SEND_STEPS, type SendStep } from "#machines/envelopeOrder/envelopeOrder.view.ts";
import { FinalityNote } from "#src/components/shell/FinalityNote.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";
import type { IconName } from "#src/components/ui/IconName.ts";
import { Progress } from "#src/components/ui/Progress.tsx";
import { Section } from "#src/components/ui/Section.tsx";

import styles from "./OrderSteps.module.css";

interface OrderStepsProps {
  order: components["schemas"]["Order"];
  step: SendStep;
  /** Whether a wallet may pay the order, so that the payment page has to be explained. */
  isByWallet: boolean;
  /** Whether that wallet is connected inside the messenger. */
  isPaidHere: boolean;
}

const ICONS: Readonly<Record<SendStep, IconName>> = {
  made: "edit",
  payment: "wallet",
  confirmation: "shield",
  live: "gift",
};

/** The steps of an envelope from the form until it is live, with the present one. */
export function OrderSteps({ order, step: currentStep, isByWallet, isPaidHere }: OrderStepsProps) {
  const { t } = useTranslation();
  const payHintKey = isPaidHere ? "envelope:send.payHereHint" : "envelope:send.payHint";
  const currentIndex = SEND_STEPS.indexOf(currentStep);
  return (
    <Section isPadded>
      <ol className={styles.steps} aria-label={t("envelope:send.steps")}>
        {SEND_STEPS.map((step, index) => (
          <li
            key={step}
            className={styles.step}
            data-state={index < currentIndex ? "done" : index === currentIndex ? "current" : "ahead"}
            aria-current={index === currentIndex ? "step" : undefined}
          >
            <span className={styles.mark}>
              <Icon name={index < currentIndex ? "check" : ICONS[step]} sizePx={18} />
            </span>
            <div className={styles.words}>
              <span className={styles.name}>{t(`envelope:send.step.${step}`)}</span>
              {step === "payment" && currentStep === "payment" && isByWallet && (
                <output className={styles.note}>
                  {t(isPaymentSent(order) ? "envelope:order.reported" : payHintKey)}
                </output>
              )}
              {step === "confirmation" && order.status === "confirming" && (
                <output>
                  <Progress
                    value={order.confirmations}
                    max={Math.max(order.requiredConfirmations, 1)}
                    label={t("envelope:order.confirmations", {
                      current: order.confirmations,
                      required: order.requiredConfirmations,
                    })}
                  />
                  <span className={styles.note}>
                    <FinalityNote minutes={findFinalityMinutes(order.network.id)} />
                  </span>
                </output>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
