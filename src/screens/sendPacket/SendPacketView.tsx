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
import { SendLoading } from "./SendLoading.tsx";
import { sendProgressPart } from "./sendProgressPart.ts";
import { SendScreen } from "./SendScreen.tsx";
import { TooFewGroups } from "./TooFewGroups.tsx";

const { Part: SendProgress } = sendProgressPart;

/** The send page in the machine's present state. */
export function SendPacketView(props: FlowProps<"envelopeSend", EnvelopeSendView>) {
  const { state, minChats, goneEnvelopeId, ordered } = props.view;
  switch (state) {
    case "idle":
    case "loadingOptions":
      return <SendLoading key="loading" minChats={minChats} />;
    case "gone":
      return (
        <SendScreen key="loading">
          <SendFormSkeleton />
          <Navigate to={buildDetailsPath({ envelopeId: goneEnvelopeId ?? "" })} replace />
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
        <SendScreen key="form" titleKey={findSendTitle(minChats)} footer={<SendFormFooter {...props} />}>
          <SendForm {...props} />
        </SendScreen>
      );
    case "ordered":
      return (
        <Suspense key="progress" fallback={<SendLoading minChats={minChats} />}>
          {ordered !== null && <SendProgress key={ordered.order.orderId} {...props} ordered={ordered} />}
        </Suspense>
      );
    case "failed":
      return <SendFailure {...props} />;
  }
}
