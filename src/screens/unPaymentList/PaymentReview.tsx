import { useTranslation } from "react-i18next";

import type { PaymentView } from "#machines/payment/payment.view.ts";
import { useFailureText } from "#src/hooks/useFailureText.ts";
import { Icon } from "#src/components/ui/Icon.tsx";

import styles from "./PaymentReview.module.css";
import { PaymentTerms } from "./PaymentTerms.tsx";

/** The terms, to be agreed to. */
export function PaymentReview({ view }: { view: PaymentView }) {
  const { t } = useTranslation();
  const getFailureText = useFailureText();
  const notice = getFailureText(view) ?? (view.isChanged ? t("wallet:payment.changed") : undefined);
  return (
    <>
      <h2 className={styles.title}>{t(view.titleKey)}</h2>
      {notice !== undefined && (
        <p role="alert" className={styles.changed}>
          <Icon name="warning" sizePx={20} />
          <span>{notice}</span>
        </p>
      )}
      {view.terms !== null && <PaymentTerms terms={view.terms} order={view.order} />}
    </>
  );
}
