import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import type { StartedChild } from "#src/hooks/useChild.ts";

import { LiveEnvelope } from "./LiveEnvelope.tsx";
import { LiveEnvelopes } from "./LiveEnvelopes.tsx";
import { LiveFooter } from "./LiveFooter.tsx";
import { OrderFooter } from "./OrderFooter.tsx";
import { SendEnd } from "./SendEnd.tsx";
import { SendOrder } from "./SendOrder.tsx";
import { SendScreen } from "./SendScreen.tsx";

interface SendProgressViewProps extends StartedChild<"envelopeOrder"> {
  /** The person's groups, for their titles. */
  chats: EnvelopeSendView["chats"];
  /** As many groups as the form asks for. */
  minChats: number;
  /** Leads back to the form; undefined where the order was not opened from it. */
  onBack: (() => void) | undefined;
}

/** What comes after the form: the order until it is paid or ends unpaid, then the live envelopes. */
export function SendProgressView({ chats, minChats, onBack, ...props }: SendProgressViewProps) {
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
      onBack={onBack}
    >
      <SendOrder {...props} />
    </SendScreen>
  );
}
