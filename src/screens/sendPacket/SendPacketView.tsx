import { Navigate } from "react-router-dom";

import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import type { FlowProps } from "#src/flows/flow.ts";
import { buildDetailsPath } from "#src/routes/buildDetailsPath.ts";

import { findSendTitle } from "./findSendTitle.ts";
import { LiveEnvelope } from "./LiveEnvelope.tsx";
import { LiveEnvelopes } from "./LiveEnvelopes.tsx";
import { LiveFooter } from "./LiveFooter.tsx";
import { OrderFooter } from "./OrderFooter.tsx";
import { SendClosed } from "./SendClosed.tsx";
import { SendEnd } from "./SendEnd.tsx";
import { SendFailure } from "./SendFailure.tsx";
import { SendForm } from "./SendForm.tsx";
import { SendFormFooter } from "./SendFormFooter.tsx";
import { SendFormSkeleton } from "./SendFormSkeleton.tsx";
import { SendOrder } from "./SendOrder.tsx";
import { SendScreen } from "./SendScreen.tsx";
import { TooFewGroups } from "./TooFewGroups.tsx";

/** The send page in the machine's present state. */
export function SendPacketView(props: FlowProps<"envelopeSend", EnvelopeSendView>) {
  const titleKey = findSendTitle(props.view.minChats);
  switch (props.view.state) {
    case "idle":
    case "loadingOptions":
      return (
        <SendScreen key="loading" titleKey={titleKey}>
          <SendFormSkeleton />
        </SendScreen>
      );
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
      return (
        <SendScreen
          key="order"
          titleKey={
            props.view.step === "confirmation"
              ? "envelope:order.status.confirming"
              : "envelope:send.state.awaitingPayment"
          }
          footer={<OrderFooter {...props} />}
          onBack={findFormReturn(props)}
        >
          <SendOrder {...props} />
        </SendScreen>
      );
    case "live":
      return (
        <SendScreen key="live" isStage footer={<LiveFooter {...props} />}>
          {props.view.envelopes.length > 1 ? <LiveEnvelopes {...props} /> : <LiveEnvelope {...props} />}
        </SendScreen>
      );
    case "cancelled":
      return <SendEnd {...props} />;
    case "failed":
      return <SendFailure {...props} />;
  }
}

/** An order that was opened from the form leads back to it. */
function findFormReturn({ view, send }: FlowProps<"envelopeSend", EnvelopeSendView>): (() => void) | undefined {
  const action = view.actions.find(({ event }) => event.type === "ui.toForm");
  return (
    action &&
    (() => {
      send(action.event);
    })
  );
}
