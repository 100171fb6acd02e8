import { useTranslation } from "react-i18next";

import type { PaymentView as View } from "#machines/payment/payment.view.ts";
import { Screen } from "#src/components/shell/Screen.tsx";
import type { FlowProps } from "#src/adapters/actors/flow.ts";
import type { ChildProps } from "#src/hooks/useChild.ts";

import { DomainCheck } from "./DomainCheck.tsx";
import { OfflineNote } from "./OfflineNote.tsx";
import { PaymentActions } from "./PaymentActions.tsx";
import { PaymentBody } from "./PaymentBody.tsx";
import { PaymentSteps } from "./PaymentSteps.tsx";

/** From here on nothing is signed on this page. */
const SENT_STATES: ReadonlySet<View["state"]> = new Set(["submitted", "confirmingOnChain", "success"]);

interface PaymentViewProps extends FlowProps<"payment", View> {
  connection: ChildProps<"walletConnection"> | null;
  /** Leads back to the order in the app. */
  onBack?: () => void;
}

/** A payment in the machine's present state, on the payment page or in the app. */
export function PaymentView({ connection, onBack, ...props }: PaymentViewProps) {
  const { t } = useTranslation();
  const { view } = props;
  return (
    <Screen
      title={t("wallet:payment.title")}
      onBack={onBack}
      backLabel={t("app:back")}
      footer={<PaymentActions {...props} connection={connection} />}
    >
      <PaymentSteps view={view} />
      {!view.isInApp && (view.domain.hasWarning || !SENT_STATES.has(view.state)) && (
        <DomainCheck domain={view.domain} />
      )}
      <OfflineNote />
      <PaymentBody {...props} connection={connection} />
    </Screen>
  );
}
