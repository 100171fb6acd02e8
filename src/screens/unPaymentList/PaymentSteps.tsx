import { useTranslation } from "react-i18next";

import { PAYMENT_STEPS, type PaymentView } from "#machines/payment/payment.view.ts";
import { Icon } from "#src/components/ui/Icon.tsx";
import type { IconName } from "#src/components/ui/IconName.ts";

import styles from "./PaymentSteps.module.css";

const ICONS: Readonly<Record<PaymentView["step"], IconName>> = {
  order: "mail",
  wallet: "wallet",
  check: "eye",
  pay: "send",
  confirm: "shield",
};

/** The steps of the payment, with the present one by name. */
export function PaymentSteps({ view }: { view: PaymentView }) {
  const { t } = useTranslation();
  const current = PAYMENT_STEPS.indexOf(view.step);
  const isOver = view.state === "success";
  return (
    <ol className={styles.steps} aria-label={t("wallet:payment.steps")}>
      {PAYMENT_STEPS.map((step, index) => {
        const isDone = index < current || isOver;
        const isCurrent = index === current;
        return (
          <li
            key={step}
            className={styles.step}
            data-state={isDone ? "done" : isCurrent ? "current" : "ahead"}
            aria-current={isCurrent ? "step" : undefined}
          >
            <span className={styles.disc}>
              <Icon name={isDone ? "check" : ICONS[step]} sizePx={18} />
              <span className={isCurrent ? undefined : "visually-hidden"}>{t(`wallet:payment.step.${step}`)}</span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
