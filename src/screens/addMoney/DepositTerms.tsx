import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import { COINS } from "#domain/coins.ts";
import { findFinalityMinutes } from "#domain/finality.ts";
import { CopyButton } from "#src/components/shell/CopyButton.tsx";
import { Address } from "#src/components/ui/Address.tsx";
import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { QrCode } from "#src/components/ui/QrCode.tsx";
import { ReceiptRow } from "#src/components/ui/ReceiptRow.tsx";
import { Section } from "#src/components/ui/Section.tsx";

import styles from "./DepositTerms.module.css";
import { writeDepositLink } from "#src/adapters/wallets/writeDepositLink.ts";

interface DepositTermsProps {
  info: components["schemas"]["DepositInfo"];
}

/** Where to send, as a code and as text, and what makes the money the person's own. */
export function DepositTerms({ info }: DepositTermsProps) {
  const { t } = useTranslation();
  const { coinType, network, address, reference, minAmount } = info;
  const { ticker, isReferenceTyped } = COINS[coinType];
  const minutes = findFinalityMinutes(network.id);
  return (
    <>
      <Section isPadded footer={t(`withdraw:add.whose.${coinType}`)}>
        <div className={styles.code}>
          <QrCode text={writeDepositLink(info)} label={t("withdraw:add.code", { coin: ticker })} />
        </div>
        <dl className={styles.rows}>
          <ReceiptRow label={t("withdraw:add.network")}>{network.name}</ReceiptRow>
          <ReceiptRow label={t("withdraw:add.address")} isWide after={<CopyButton text={address} variant="plain" />}>
            <Address address={address} />
          </ReceiptRow>
          {reference !== null && isReferenceTyped && (
            <ReceiptRow
              label={t("withdraw:add.comment")}
              isWide
              after={<CopyButton text={reference} variant="plain" />}
            >
              <span translate="no" className={styles.comment}>
                {reference}
              </span>
            </ReceiptRow>
          )}
          <ReceiptRow label={t("withdraw:add.least")}>
            {minAmount} {ticker}
          </ReceiptRow>
          {minutes !== null && (
            <ReceiptRow label={t("withdraw:add.takes")}>
              {minutes === 0 ? t("withdraw:add.seconds") : t("withdraw:add.minutes", { count: minutes })}
            </ReceiptRow>
          )}
        </dl>
      </Section>
      {!isReferenceTyped && (
        <ButtonLink to="/addWallet" variant="secondary">
          {t("withdraw:add.verify")}
        </ButtonLink>
      )}
    </>
  );
}
