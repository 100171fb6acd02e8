import { useTranslation } from "react-i18next";

import type { PaymentView } from "#machines/payment/payment.view.ts";
import { ActionButton } from "#src/components/ActionButton.tsx";
import { Empty } from "#src/components/Empty.tsx";
import { ErrorState } from "#src/components/ErrorState.tsx";
import { MainAction } from "#src/components/MainAction.tsx";
import { Screen } from "#src/components/Screen.tsx";
import { Skeleton } from "#src/components/Skeleton.tsx";
import type { FlowProps } from "#src/flows/flow.ts";

import { DomainCheck } from "./DomainCheck.tsx";
import { OrderChoice } from "./OrderChoice.tsx";
import { PaymentProgress } from "./PaymentProgress.tsx";
import { PaymentTerms } from "./PaymentTerms.tsx";
import styles from "./UnPaymentList.module.css";
import { WalletConnection } from "./WalletConnection.tsx";

type Props = FlowProps<"payment", PaymentView>;

/** The payment page as the machine stands. */
export function UnPaymentListView(props: Props) {
  const { t } = useTranslation();
  const { view, send } = props;
  return (
    <Screen
      title={t("wallet:payment.title")}
      footer={
        <>
          <MainAction actions={view.actions} type="ui.connect" send={send} />
          <MainAction actions={view.actions} type="ui.pay" send={send} />
          <MainAction actions={view.actions} type="ui.continue" send={send} />
          <MainAction actions={view.actions} type="ui.retry" send={send} />
          <ActionButton actions={view.actions} type="ui.back" send={send} variant="secondary" />
        </>
      }
    >
      <div className={styles.page}>
        <DomainCheck domain={view.domain} />
        <PaymentBody {...props} />
      </div>
    </Screen>
  );
}

function PaymentBody({ view, send }: Props) {
  const { t } = useTranslation();
  switch (view.state) {
    case "idle":
    case "loading":
      return <Skeleton label={t("app:loading")} rows={3} />;
    case "nothingToPay":
      return <Empty title={t(view.titleKey)} text={t("wallet:payment.nothingText")} />;
    case "choosingOrder":
      return <OrderChoice view={view} send={send} />;
    case "connecting":
      return <WalletConnection />;
    case "preparing":
    case "reviewing":
    case "checking":
    case "confirmingInWallet":
      return (
        <>
          <h2 className={styles.title}>{t(view.titleKey)}</h2>
          {view.isChanged && (
            <p role="alert" className={styles.warning}>
              {t("wallet:payment.changed")}
            </p>
          )}
          {view.terms === null ? (
            <Skeleton label={t("app:loading")} rows={4} />
          ) : (
            <PaymentTerms terms={view.terms} coinType={view.order?.coinType ?? "eth"} />
          )}
        </>
      );
    case "submitted":
    case "confirmingOnChain":
    case "success":
      return <PaymentProgress view={view} />;
    case "failed":
    case "cancelled":
    case "timedOut":
      return <ErrorState title={t(view.titleKey)} text={t(view.failureKey ?? `wallet:payment.${view.state}Text`)} />;
  }
}
