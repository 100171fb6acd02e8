import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import { COINS } from "#domain/coins.ts";
import { formatAmountText } from "#domain/money/formatAmountText.ts";
import { NameList } from "#src/components/ui/NamedList.tsx";
import { ReceiptRow } from "#src/components/ui/ReceiptRow.tsx";

import styles from "./PurchaseRows.module.css";
import { formatOwner } from "./formatOwner.ts";

interface PurchaseRowsProps {
  order: components["schemas"]["Order"];
  /** Whether the account is named, too: in the app it is the person's own. */
  hasOwner: boolean;
}

/** What the order buys, and for which account. Give it to a `dl`. */
export function PurchaseRows({ order: { owner, purchase, coinType }, hasOwner }: PurchaseRowsProps) {
  const { t, i18n } = useTranslation();
  const { chatTitles, count, envelopeCount, remark, totalAmount, type } = purchase;
  const amount = `${formatAmountText(totalAmount, i18n.language)}\u00a0${COINS[coinType].ticker}`;
  return (
    <>
      {hasOwner && (
        <ReceiptRow label={t("wallet:payment.account")} isWide>
          <bdi className={styles.text}>{formatOwner(owner)}</bdi>
        </ReceiptRow>
      )}
      <ReceiptRow label={t("wallet:payment.purchase")} isWide>
        <p>{t(`wallet:payment.kind.${type}`, { shares: count })}</p>
        {envelopeCount > 1 && <p>{t("wallet:payment.envelopes", { envelopes: envelopeCount, amount })}</p>}
      </ReceiptRow>
      {chatTitles.length > 0 && (
        <ReceiptRow label={t("wallet:payment.groups")} isWide>
          <span className={styles.text}>
            <NameList names={chatTitles} />
          </span>
        </ReceiptRow>
      )}
      {remark !== null && (
        <ReceiptRow label={t("wallet:payment.remark")} isWide>
          <bdi className={styles.text}>{remark}</bdi>
        </ReceiptRow>
      )}
    </>
  );
}
