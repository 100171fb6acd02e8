import { useTranslation } from "react-i18next";

import type { PaymentView } from "#machines/payment/payment.view.ts";

import styles from "./OrderChoice.module.css";

/** Says why the chosen order cannot be paid on this page. */
export function OrderNote({ view: { order, isPayable } }: { view: PaymentView }) {
  const { t } = useTranslation();
  if (order === null || isPayable) return null;
  switch (order.mark) {
    case "overdue":
      return <output className={styles.note}>{t("wallet:payment.overdueText")}</output>;
    case "unpaid":
    case "partlyPaid":
    case "unanswered":
      return (
        <p role="alert" className={styles.warning}>
          {t("wallet:payment.notPayableHere")}
        </p>
      );
    case "confirming":
    case "reported":
    case "paid":
    case "ended":
      return null;
  }
}
