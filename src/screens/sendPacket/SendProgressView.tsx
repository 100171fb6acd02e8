import type { EnvelopeOrderView } from "#machines/envelopeOrder/envelopeOrder.view.ts";
import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import type { FlowProps } from "#src/adapters/actors/flow.ts";

import { LiveEnvelope } from "./LiveEnvelope.tsx";
import { LiveEnvelopes } from "./LiveEnvelopes.tsx";
import { LiveFooter } from "./LiveFooter.tsx";
import { OrderFooter } from "./OrderFooter.tsx";
import { SendEnd } from "./SendEnd.tsx";
import { SendOrder } from "./SendOrder.tsx";
import { SendScreen } from "./SendScreen.tsx";

interface SendProgressViewProps extends FlowProps<"envelopeOrder", EnvelopeOrderView> {
  /** The person's groups, for their titles. */
  chats: EnvelopeSendView["chats"];
  /** As many groups as the form asks for. */
  minChats: number;
}

/** What comes after the form: the order until it is paid or ends unpaid, then the live envelopes. */
export function SendProgressView({ chats, minChats, ...props }: SendProgressViewProps) {
  const { view } = props;
  if (view.state === "cancelled") return <SendEnd {...props} minChats={minChats} />;
  if (view.state === "live") {
    return (
      <SendScreen key="live" isStage footer={<LiveFooter {...props} />}>
        {view.envelopes.length > 1 ? <LiveEnvelopes {...props} chats={chats} /> : <LiveEnvelope {...props} />}
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
function findFormReturn({ view, send }: FlowProps<"envelopeOrder", EnvelopeOrderView>): (() => void) | undefined {
  const action = view.actions.find(({ event }) => event.type === "ui.toForm");
  return (
    action &&
    (() => {
      send(action.event);
    })
  );
}
