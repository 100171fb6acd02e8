import { Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";

import type { PaymentView } from "#machines/payment/payment.view.ts";
import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { Empty } from "#src/components/ui/Empty.tsx";
import { Skeleton } from "#src/components/ui/Skeleton.tsx";
import type { FlowProps } from "#src/adapters/actors/flow.ts";
import type { ChildProps } from "#src/hooks/useChild.ts";

import { OrderChoice } from "./OrderChoice.tsx";
import { paymentCoursePart, phoneHandoffPart } from "./paymentParts.ts";
import { ReceiptSkeleton } from "./ReceiptSkeleton.tsx";

const { Part: PaymentCourse } = paymentCoursePart;

interface PaymentBodyProps extends FlowProps<"payment", PaymentView> {
  connection: ChildProps<"walletConnection"> | null;
}

/** What the page shows at each state of the payment. */
export function PaymentBody({ view, send, connection }: PaymentBodyProps) {
  const { t } = useTranslation();
  useEffect(() => {
    for (const part of [phoneHandoffPart, paymentCoursePart]) void part.preload();
  }, []);
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
    case "preparing":
      return <Skeleton label={t(view.titleKey)} rows={2} rowHeightPx={64} />;
    case "confirmingRepeat":
    case "connecting":
    case "reviewing":
    case "checking":
    case "confirmingInWallet":
    case "submitted":
    case "confirmingOnChain":
    case "success":
    case "failed":
    case "cancelled":
    case "timedOut":
      return (
        <Suspense fallback={<ReceiptSkeleton label={t("app:loading")} />}>
          <PaymentCourse view={view} connection={connection} />
        </Suspense>
      );
  }
}
