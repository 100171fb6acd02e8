import { useTranslation } from "react-i18next";

import type { PaymentView } from "#machines/payment/payment.view.ts";
import { Screen } from "#src/components/shell/Screen.tsx";
import type { FlowProps } from "#src/flows/flow.ts";

import { DomainCheck } from "./DomainCheck.tsx";
import { OfflineNote } from "./OfflineNote.tsx";
import { PaymentActions } from "./PaymentActions.tsx";
import { PaymentBody } from "./PaymentBody.tsx";
import { PaymentSteps } from "./PaymentSteps.tsx";
import { useWalletConnection } from "./useWalletConnection.ts";

/** From here on nothing is signed on this page. */
const SENT_STATES: ReadonlySet<PaymentView["state"]> = new Set(["submitted", "confirmingOnChain", "success"]);

/** The payment page in the machine's present state. */
export function UnPaymentListView(props: FlowProps<"payment", PaymentView>) {
  const { t } = useTranslation();
  const { view } = props;
  const connection = useWalletConnection();
  return (
    <Screen title={t("wallet:payment.title")} footer={<PaymentActions {...props} connection={connection} />}>
      <PaymentSteps view={view} />
      {(view.domain.hasWarning || !SENT_STATES.has(view.state)) && <DomainCheck domain={view.domain} />}
      <OfflineNote />
      <PaymentBody {...props} connection={connection} />
    </Screen>
  );
}
