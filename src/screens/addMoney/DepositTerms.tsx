import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import { COINS, type WalletType } from "#domain/coins.ts";
import { findFinalityMinutes } from "#domain/finality.ts";
import { ownWalletsFlow } from "#src/adapters/actors/resources.ts";
import { formatAmountText } from "#domain/money/formatAmountText.ts";
import { CopyButton } from "#src/components/shell/CopyButton.tsx";
import { Address } from "#src/components/ui/Address.tsx";
import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";
import { QrCode } from "#src/components/ui/QrCode.tsx";
import { ReceiptRow } from "#src/components/ui/ReceiptRow.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { useFlow } from "#src/hooks/useFlow.ts";

import styles from "./DepositTerms.module.css";
import { writeDepositLink } from "#src/adapters/wallets/writeDepositLink.ts";

interface DepositTermsProps {
  info: components["schemas"]["DepositInfo"];
}

/** Where to send, as a code and as text, and what makes the money the person's own. */
export function DepositTerms({ info }: DepositTermsProps) {
  const { t, i18n } = useTranslation();
  const { coinType, network, address, reference, minAmount } = info;
  const { ticker, isReferenceTyped, walletType } = COINS[coinType];
  const minutes = findFinalityMinutes(network.id);
  return (
    <>
      <Section isPadded>
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
        </dl>
        {/* Beside what is copied, and before the code: without it the money may be nobody's. */}
        <p className={styles.warning}>
          <Icon name="warning" sizePx={20} />
          <span>{t(`withdraw:add.whose.${coinType}`)}</span>
        </p>
        <div className={styles.code}>
          <QrCode text={writeDepositLink(info)} label={t("withdraw:add.code", { coin: ticker })} />
        </div>
        <dl className={styles.rows}>
          <ReceiptRow label={t("withdraw:add.least")}>
            {formatAmountText(minAmount, i18n.language)} {ticker}
          </ReceiptRow>
          {minutes !== null && (
            <ReceiptRow label={t("withdraw:add.takes")}>
              {minutes === 0 ? t("withdraw:add.seconds") : t("withdraw:add.minutes", { count: minutes })}
            </ReceiptRow>
          )}
        </dl>
      </Section>
      {!isReferenceTyped && <VerifyWallet type={walletType} />}
    </>
  );
}

/** The way to a verified wallet, for who has none that sends this coin. */
function VerifyWallet({ type }: { type: WalletType }) {
  const { t } = useTranslation();
  const flow = useFlow(ownWalletsFlow, {
    isExtra: true,
    isDeferred: true,
    input: { params: null },
    open: { type: "resource.load" },
  });
  const view = flow?.view ?? null;
  if (view === null || view.status === "loading") return null;
  if (view.value?.wallets.some((wallet) => wallet.type === type && wallet.proven) === true) return null;
  return (
    <ButtonLink to="/addWallet" variant="secondary">
      {t("withdraw:add.verify")}
    </ButtonLink>
  );
}
