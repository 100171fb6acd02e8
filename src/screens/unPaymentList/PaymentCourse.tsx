import { useTranslation } from "react-i18next";

import type { PaymentView } from "#machines/payment/payment.view.ts";
import { Outcome } from "#src/components/ui/Outcome.tsx";
import { Paper } from "#src/components/ui/Paper.tsx";
import type { ChildProps } from "#src/hooks/useChild.ts";

import { PaymentEnd } from "./PaymentEnd.tsx";
import { PaymentProgress } from "./PaymentProgress.tsx";
import { PaymentReview } from "./PaymentReview.tsx";
import { PaymentTerms } from "./PaymentTerms.tsx";
import { TransactionLink } from "./TransactionLink.tsx";
import { WalletConnection } from "./WalletConnection.tsx";

interface PaymentCourseProps {
  view: PaymentView;
  connection: ChildProps<"walletConnection"> | null;
}

/** What the page shows at each state of a payment once an order is chosen. */
export function PaymentCourse({ view, connection }: PaymentCourseProps) {
  const { t } = useTranslation();
  switch (view.state) {
    case "idle":
    case "loading":
    case "nothingToPay":
    case "choosingOrder":
    case "preparing":
      return null;
    case "confirmingRepeat":
      return (
        <Outcome icon="warning" tone="warn" title={t(view.titleKey)} text={t("wallet:payment.repeatText")}>
          {view.txHash !== null && (
            <Paper>
              <TransactionLink view={view} />
            </Paper>
          )}
        </Outcome>
      );
    case "connecting":
      return connection === null ? null : (
        <WalletConnection
          {...connection}
          orderId={view.isInApp ? undefined : view.order?.orderId}
          purpose="payment"
          moneyKey={view.moneyKey}
          networkName={view.terms?.networkName ?? ""}
          owner={view.order?.owner ?? null}
        />
      );
    case "reviewing":
    case "checking":
      return <PaymentReview view={view} />;
    case "confirmingInWallet":
      return (
        <Outcome
          icon="wallet"
          tone={view.isWalletSlow ? "warn" : "gold"}
          isWaiting
          title={t(view.isWalletSlow ? "wallet:payment.slowTitle" : view.titleKey)}
          text={t(view.isWalletSlow ? "wallet:payment.slowText" : "wallet:payment.inWalletText")}
        >
          {view.terms !== null && <PaymentTerms terms={view.terms} order={null} />}
        </Outcome>
      );
    case "submitted":
    case "confirmingOnChain":
    case "success":
      return <PaymentProgress view={view} />;
    case "failed":
    case "cancelled":
    case "timedOut":
      return <PaymentEnd view={view} state={view.state} />;
  }
}
