import { useTranslation } from "react-i18next";

import type { CoinType } from "#domain/coins.ts";
import { findFinalityMinutes } from "#domain/finality.ts";
import type { WithdrawalView } from "#machines/withdrawal/withdrawal.view.ts";
import type { FlowProps } from "#src/adapters/actors/flow.ts";
import { PayoutHead } from "#src/components/account/PayoutOutcome.tsx";
import { PricedAmount } from "#src/components/amount/Worth.tsx";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { SecondsLeft } from "#src/components/shell/SecondsLeft.tsx";
import { Address } from "#src/components/ui/Address.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";
import { Paper } from "#src/components/ui/Paper.tsx";
import { ReceiptRow } from "#src/components/ui/ReceiptRow.tsx";
import { formatTimeLeft } from "#src/format/formatTime.ts";
import { usePayoutFee, usePayoutNetwork } from "#src/hooks/useSystemInfo.ts";

import styles from "./QuoteReceipt.module.css";

/** What leaves, what the network takes and what arrives, while the quote lasts. */
export function QuoteReceipt({ view, send }: FlowProps<"withdrawal", WithdrawalView>) {
  const { t } = useTranslation();
  const { coinType, quote, quoteEndsAt, state } = view;
  const hasOwnFee = usePayoutFee(coinType) !== null;
  if (quote === null) return null;
  return (
    <>
      <Paper isScalloped>
        <PayoutHead caption={t("withdraw:net")} amount={quote.net} coinType={coinType} />
        <dl>
          <ReceiptRow label={t("withdraw:gross")}>
            <PricedAmount amount={quote.gross} coinType={coinType} />
          </ReceiptRow>
          <ReceiptRow label={t(hasOwnFee ? "withdraw:ownFee.label" : "withdraw:fee")}>
            <PricedAmount amount={quote.fee} coinType={coinType} />
          </ReceiptRow>
          <NetworkRows coinType={coinType} />
          <ReceiptRow label={t("withdraw:to")} isWide>
            <Address address={quote.toAddress} />
          </ReceiptRow>
        </dl>
      </Paper>
      {view.isFeeHigh && (
        <p className={styles.warning} role="alert">
          <Icon name="warning" sizePx={20} />
          <span>{t("withdraw:feeHigh")}</span>
        </p>
      )}
      <p className={styles.note} role="timer">
        {state === "quoting"
          ? t("withdraw:quoteRenewing")
          : quoteEndsAt !== null && (
              <SecondsLeft
                until={quoteEndsAt}
                write={(seconds) => t("withdraw:quoteLeft", { time: formatTimeLeft(seconds) })}
              />
            )}
      </p>
      <ActionButton actions={view.actions} type="ui.edit" send={send} variant="plain" />
    </>
  );
}

/** The network that it goes over, since another coin may have the same ticker, and how long that usually takes where it is known. */
function NetworkRows({ coinType }: { coinType: CoinType }) {
  const { t } = useTranslation();
  const { id, name } = usePayoutNetwork(coinType);
  const minutes = findFinalityMinutes(id);
  return (
    <>
      <ReceiptRow label={t("withdraw:network")}>{name}</ReceiptRow>
      {minutes !== null && (
        <ReceiptRow label={t("withdraw:arrival")}>
          {minutes === 0 ? t("withdraw:arrivalSoon") : t("withdraw:arrivalMinutes", { minutes })}
        </ReceiptRow>
      )}
    </>
  );
}
