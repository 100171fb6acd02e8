import { Suspense } from "react";
import { Navigate } from "react-router-dom";

import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import type { FlowProps } from "#src/flows/flow.ts";
import { buildDetailsPath } from "#src/routes/buildDetailsPath.ts";

import { findSendTitle } from "./findSendTitle.ts";
import { SendClosed } from "./SendClosed.tsx";
import { SendFailure } from "./SendFailure.tsx";
import { SendForm } from "./SendForm.tsx";
import { SendFormFooter } from "./SendFormFooter.tsx";
import { SendFormSkeleton } from "./SendFormSkeleton.tsx";
import { sendProgressPart } from "./sendProgressPart.ts";
import { SendScreen } from "./SendScreen.tsx";
import { TooFewGroups } from "./TooFewGroups.tsx";

const { Part: SendProgress } = sendProgressPart;

/** The send page in the machine's present state. */
export function SendPacketView(props: FlowProps<"envelopeSend", EnvelopeSendView>) {
  const titleKey = findSendTitle(props.view.minChats);
  switch (props.view.state) {
    case "idle":
    case "loadingOptions":
      return <SendLoading key="loading" titleKey={titleKey} />;
    case "gone":
      return (
        <SendScreen key="loading">
          <SendFormSkeleton />
          <Navigate to={buildDetailsPath({ envelopeId: props.view.goneEnvelopeId ?? "" })} replace />
        </SendScreen>
      );
    case "closed":
      return <SendClosed {...props} />;
    case "tooFewChats":
      return <TooFewGroups {...props} />;
    case "editing":
    case "checkingBalance":
    case "submitting":
      return (
        <SendScreen key="form" titleKey={titleKey} footer={<SendFormFooter {...props} />}>
          <SendForm {...props} />
        </SendScreen>
      );
    case "awaitingPayment":
    case "openingPayment":
    case "renewingLink":
    case "confirmingCancel":
    case "cancelling":
    case "live":
    case "cancelled":
      return (
        <Suspense key="progress" fallback={<SendLoading titleKey={titleKey} />}>
          <SendProgress {...props} />
        </Suspense>
      );
    case "failed":
      return <SendFailure {...props} />;
  }
}

function SendLoading({ titleKey }: { titleKey: string }) {
  return (
    <SendScreen titleKey={titleKey}>
      <SendFormSkeleton />
    </SendScreen>
  );
}
