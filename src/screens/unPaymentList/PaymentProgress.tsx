import { useTranslation } from "react-i18next";

import type { PaymentView } from "#machines/payment/payment.view.ts";
import { Amount } from "#src/components/Amount.tsx";
import { Section } from "#src/components/Section.tsx";

import styles from "./UnPaymentList.module.css";

/** The payment is on its way, or has arrived. The page may be closed by now. */
export function PaymentProgress({ view }: { view: PaymentView }) {
  const { t } = useTranslation();
  const { confirmations, order, explorerUrl, txHash, state } = view;
  return (
    <Section isPadded>
      <output className={styles.progress}>
        <h2 className={styles.title}>{t(view.titleKey)}</h2>
        {order !== null && <Amount amount={order.amount} coinType={order.coinType} size="large" />}
        {confirmations !== null && (
          <p>
            {t("wallet:payment.confirmations", {
              current: Math.min(confirmations.current, confirmations.required),
              required: confirmations.required,
            })}
          </p>
        )}
      </output>
      {confirmations !== null && (
        <progress
          className={styles.bar}
          max={confirmations.required}
          value={Math.min(confirmations.current, confirmations.required)}
          aria-label={t(view.titleKey)}
        />
      )}
      {view.failureKey !== null && <p className={styles.note}>{t(view.failureKey)}</p>}
      <p className={styles.note}>{t(state === "success" ? "wallet:payment.successText" : "wallet:payment.mayClose")}</p>
      {explorerUrl === null ? (
        txHash !== null && <p className={styles.address}>{txHash}</p>
      ) : (
        <a href={explorerUrl} target="_blank" rel="noreferrer noopener">
          {t("wallet:payment.explorer")}
        </a>
      )}
    </Section>
  );
}
