import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import { findFinalityMinutes } from "#domain/finality.ts";
import { Amount } from "#src/components/amount/Amount.tsx";
import { FinalityNote } from "#src/components/shell/FinalityNote.tsx";
import type { IconName } from "#src/components/ui/IconName.ts";
import { LoadFailure } from "#src/components/shell/LoadFailure.tsx";
import { Outcome } from "#src/components/ui/Outcome.tsx";
import { Paper } from "#src/components/ui/Paper.tsx";
import { Skeleton } from "#src/components/ui/Skeleton.tsx";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { orderDetail } from "#src/flows/lists.ts";
import { useList } from "#src/hooks/useList.ts";

import styles from "./StatePage.module.css";

const LOOKS: Readonly<
  Record<components["schemas"]["OrderStatus"], { icon: IconName; tone: "gold" | "warn" | "plain" }>
> = {
  awaitingPayment: { icon: "clock", tone: "plain" },
  partiallyPaid: { icon: "clock", tone: "warn" },
  confirming: { icon: "shield", tone: "gold" },
  paid: { icon: "check", tone: "gold" },
  cancelled: { icon: "cross", tone: "plain" },
  expired: { icon: "clock", tone: "warn" },
};

/** An order as the server has it now. */
export function OrderState({ orderId }: { orderId: string }) {
  const { t } = useTranslation();
  const list = useList(orderDetail, { orderId });
  const [order] = list?.view.items ?? [];
  if (list === null || (order === undefined && list.view.failureKey === null)) {
    return <Skeleton label={t("app:loading")} rows={2} rowHeightPx={96} />;
  }
  if (order === undefined) {
    return (
      <LoadFailure
        failureKey={list.view.failureKey ?? "errors:unexpected"}
        onRetry={() => {
          list.send({ type: "ui.retry" });
        }}
      />
    );
  }
  const isReported = order.status === "awaitingPayment" && order.reportedTxHash !== null;
  return (
    <div className={styles.middle}>
      <Outcome
        {...LOOKS[order.status]}
        isWaiting={order.status === "confirming"}
        title={t(`envelope:order.status.${order.status}`)}
        text={isReported ? t("envelope:order.reported") : undefined}
      >
        <Paper>
          <Amount amount={order.amount} coinType={order.coinType} size="huge" />
          {order.status === "confirming" && (
            <p>
              <FinalityNote minutes={findFinalityMinutes(order.network.chainId)} />
            </p>
          )}
        </Paper>
        <ActionButton actions={list.view.actions} type="ui.refresh" send={list.send} variant="plain" />
      </Outcome>
    </div>
  );
}
