import { useTranslation } from "react-i18next";

import type { DepositView } from "#machines/deposit/deposit.view.ts";
import { Amount } from "#src/components/amount/Amount.tsx";
import { Fiat } from "#src/components/amount/Fiat.tsx";
import { Address } from "#src/components/ui/Address.tsx";
import { Paper } from "#src/components/ui/Paper.tsx";
import { ReceiptRow } from "#src/components/ui/ReceiptRow.tsx";
import { useFailureText } from "#src/hooks/useFailureText.ts";
import styles from "#src/screens/unPaymentList/Receipt.module.css";

import { PayInNotice } from "./PayInNotice.tsx";

/** What the wallet will be asked to send, to be agreed to. */
export function PayInReview({ view }: { view: DepositView }) {
  const { t } = useTranslation();
  const failure = useFailureText()(view);
  return (
    <>
      {failure !== undefined && <PayInNotice>{failure}</PayInNotice>}
      <Paper isScalloped>
        <dl>
          <div className={styles.head}>
            <dt className={styles.caption}>{t("wallet:payment.amount")}</dt>
            <dd className={styles.due}>
              <Amount amount={view.amount} coinType={view.coinType} size="hero" />
              <p className={styles.worth}>
                <Fiat amount={view.amount} coinType={view.coinType} />
              </p>
            </dd>
          </div>
          <ReceiptRow label={t("wallet:payment.network")}>{view.networkName}</ReceiptRow>
          <ReceiptRow label={t("wallet:payment.from")} isWide>
            <Address address={view.from ?? ""} />
          </ReceiptRow>
          <ReceiptRow label={t("wallet:payment.to")} isWide>
            <Address address={view.to} />
          </ReceiptRow>
          <ReceiptRow label={t("withdraw:add.comment")} isWide>
            <span translate="no">{view.reference}</span>
          </ReceiptRow>
        </dl>
      </Paper>
    </>
  );
}
