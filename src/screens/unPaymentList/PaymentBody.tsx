import { useTranslation } from "react-i18next";

import type { PaymentView } from "#machines/payment/payment.view.ts";
import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { Empty } from "#src/components/ui/Empty.tsx";
import { Outcome } from "#src/components/ui/Outcome.tsx";
import { Paper } from "#src/components/ui/Paper.tsx";
import { Skeleton } from "#src/components/ui/Skeleton.tsx";
import type { FlowProps } from "#src/flows/flow.ts";

import { OrderChoice } from "./OrderChoice.tsx";
import { PaymentEnd } from "./PaymentEnd.tsx";
import { PaymentProgress } from "./PaymentProgress.tsx";
import { PaymentReview } from "./PaymentReview.tsx";
import { PaymentTerms } from "./PaymentTerms.tsx";
import { ReceiptSkeleton } from "./ReceiptSkeleton.tsx";
import { TransactionLink } from "./TransactionLink.tsx";
import type { WalletConnectionProps } from "./useWalletConnection.ts";
import { WalletConnection } from "./WalletConnection.tsx";

interface PaymentBodyProps extends FlowProps<"payment", PaymentView> {
  connection: WalletConnectionProps | null;
}

/** What the page shows at each state of the payment. */
export function PaymentBody({ view, send, connection }: PaymentBodyProps) {
  const { t } = useTranslation();
  switch (view.state) {
    case "idle":
    case "loading":
      return <ReceiptSkeleton label={t("app:loading")} />;
    case "nothingToPay":
      return (
        <Empty
          title={t(view.titleKey)}
          text={t("wallet:payment.nothingText")}
          action={
            view.appUrl === null ? undefined : (
              <ButtonLink href={view.appUrl} variant="secondary" icon="linkOut">
                {t("wallet:payment.backToApp")}
              </ButtonLink>
            )
          }
        />
      );
    case "choosingOrder":
      return <OrderChoice view={view} send={send} />;
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
    case "preparing":
      return <Skeleton label={t(view.titleKey)} rows={2} rowHeightPx={64} />;
    case "connecting":
      return connection === null ? null : (
        <WalletConnection
          {...connection}
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
