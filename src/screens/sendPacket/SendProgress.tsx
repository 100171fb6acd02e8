import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import type { FlowProps } from "#src/flows/flow.ts";

import { LiveEnvelope } from "./LiveEnvelope.tsx";
import { LiveEnvelopes } from "./LiveEnvelopes.tsx";
import { LiveFooter } from "./LiveFooter.tsx";
import { OrderFooter } from "./OrderFooter.tsx";
import { SendEnd } from "./SendEnd.tsx";
import { SendOrder } from "./SendOrder.tsx";
import { SendScreen } from "./SendScreen.tsx";

/** What comes after the form: the order until it is paid or ends unpaid, then the live envelopes. */
export function SendProgress(props: FlowProps<"envelopeSend", EnvelopeSendView>) {
  const { view } = props;
  if (view.state === "cancelled") return <SendEnd {...props} />;
  if (view.state === "live") {
    return (
      <SendScreen key="live" isStage footer={<LiveFooter {...props} />}>
        {view.envelopes.length > 1 ? <LiveEnvelopes {...props} /> : <LiveEnvelope {...props} />}
      </SendScreen>
    );
  }
  return (
    <SendScreen
      key="order"
      titleKey={
        view.step === "confirmation" ? "envelope:order.status.confirming" : "envelope:send.state.awaitingPayment"
      }
      footer={<OrderFooter {...props} />}
      onBack={findFormReturn(props)}
    >
      <SendOrder {...props} />
    </SendScreen>
  );
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
