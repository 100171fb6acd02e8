import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import { COINS, type CoinType } from "#domain/coins.ts";
import { formatAmountText } from "#domain/money/formatAmountText.ts";
import { isLivePayout } from "#machines/lifecycle/payout/payoutStatuses.ts";
import { HeroAmount } from "#src/components/amount/HeroAmount.tsx";
import { PricedAmount } from "#src/components/amount/Worth.tsx";
import { Life } from "#src/components/shell/Life.tsx";
import { Address } from "#src/components/ui/Address.tsx";
import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { Outcome, type OutcomeLook } from "#src/components/ui/Outcome.tsx";
import { Paper } from "#src/components/ui/Paper.tsx";
import { Progress } from "#src/components/ui/Progress.tsx";
import { ReceiptRow } from "#src/components/ui/ReceiptRow.tsx";
import { formatTime } from "#src/format/formatTime.ts";
import { usePayoutFee, usePayoutNetwork } from "#src/hooks/useSystemInfo.ts";

import styles from "./PayoutOutcome.module.css";

type Payout = components["schemas"]["Payout"];

interface PayoutOutcomeProps {
  payout: Payout;
  /** Below the receipt. */
  children?: ReactNode;
}

/** How far a withdrawal is, or how it ended; a held one says why. */
export function PayoutOutcome({ payout, children }: PayoutOutcomeProps) {
  const { t } = useTranslation();
  const { status } = payout;
  const note = useNote(payout);
  return (
    <Outcome
      {...PAYOUT_LOOKS[status]}
      isWaiting={isLivePayout(status) && status !== "held"}
      title={t(`withdraw:status.${status}`)}
      text={note}
    >
      <PayoutReceipt payout={payout} />
      <Life chart="payout" coinType={payout.coinType} life={payout.life} />
      {children}
    </Outcome>
  );
}

function useNote({ status, heldReason, returnedAmount, lostFee, coinType }: Payout): string | undefined {
  const { t, i18n } = useTranslation();
  const name = (amount: string) => `${formatAmountText(amount, i18n.language)}\u00a0${COINS[coinType].ticker}`;
  if (status === "held") return heldReason === null ? undefined : t(`withdraw:held.${heldReason}`);
  if (returnedAmount !== null && lostFee !== null && lostFee !== "0") {
    return t("withdraw:note.returnedLess", { amount: name(returnedAmount), fee: name(lostFee) });
  }
  return t(`withdraw:note.${status}`);
}

/** A withdrawal: what arrives or came back, what it costs, where it goes, and how far it is. */
function PayoutReceipt({ payout }: { payout: Payout }) {
  const { t, i18n } = useTranslation();
  const { coinType, gross, net, returnedAmount, lostFee, toAddress, txHash, createdAt, status } = payout;
  const hasOwnFee = usePayoutFee(coinType) !== null;
  const isBack = returnedAmount !== null;
  const fee = isBack ? lostFee : payout.fee;
  return (
    <Paper isScalloped>
      <PayoutHead
        caption={t(isBack ? "withdraw:refunded" : "withdraw:net")}
        amount={returnedAmount ?? net}
        coinType={coinType}
      />
      {status === "confirming" && <Confirmations payout={payout} />}
      <dl>
        {fee !== null && fee !== "0" && (
          <>
            {" "}
            <ReceiptRow label={t("withdraw:gross")}>
              <PricedAmount amount={gross} coinType={coinType} />
            </ReceiptRow>
            <ReceiptRow label={t(hasOwnFee ? "withdraw:ownFee.label" : "withdraw:fee")}>
              <PricedAmount amount={fee} coinType={coinType} />
            </ReceiptRow>
          </>
        )}
        <ReceiptRow label={t("withdraw:created")}>{formatTime(createdAt, i18n.language)}</ReceiptRow>
        <ReceiptRow label={t("withdraw:network")}>{usePayoutNetwork(coinType).name}</ReceiptRow>
        <ReceiptRow label={t("withdraw:to")} isWide>
          <Address address={toAddress} />
        </ReceiptRow>
        {txHash !== null && (
          <ReceiptRow label={t("withdraw:transaction")} isWide>
            <Address address={txHash} />
          </ReceiptRow>
        )}
      </dl>
      <ExplorerLink payout={payout} />
    </Paper>
  );
}

function Confirmations({ payout: { confirmations, requiredConfirmations } }: { payout: Payout }) {
  const { t } = useTranslation();
  const current = Math.min(confirmations, requiredConfirmations);
  return (
    <Progress
      value={current}
      max={requiredConfirmations}
      label={t("withdraw:confirmations", { current, required: requiredConfirmations })}
    />
  );
}

/** The way to the transaction in the network's explorer, where the network has one. */
function ExplorerLink({ payout: { explorerTx, txHash } }: { payout: Payout }) {
  const { t } = useTranslation();
  if (explorerTx === null || txHash === null) return null;
  return (
    <ButtonLink href={explorerTx.replace("{txHash}", txHash)} variant="plain" icon="linkOut">
      {t("withdraw:explorer")}
    </ButtonLink>
  );
}

interface PayoutHeadProps {
  caption: string;
  /** A whole-coin decimal string. */
  amount: string;
  coinType: CoinType;
}

/** The amount on top of a withdrawal's paper, and its worth. */
export function PayoutHead({ caption, amount, coinType }: PayoutHeadProps) {
  return (
    <div className={styles.head}>
      <p className={styles.caption}>{caption}</p>
      <HeroAmount amount={amount} coinType={coinType} />
    </div>
  );
}

export const PAYOUT_LOOKS: Readonly<Record<components["schemas"]["PayoutStatus"], OutcomeLook>> = {
  queued: { icon: "clock", tone: "plain" },
  held: { icon: "clock", tone: "warn" },
  sending: { icon: "sent", tone: "gold" },
  confirming: { icon: "shield", tone: "gold" },
  paid: { icon: "check", tone: "gold" },
  cancelled: { icon: "cross", tone: "plain" },
  returned: { icon: "refresh", tone: "warn" },
};
