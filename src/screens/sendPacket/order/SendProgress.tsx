import { type ComponentType, Suspense } from "react";
import { useTranslation } from "react-i18next";

import { type EnvelopeOrderView, viewEnvelopeOrder } from "#machines/envelopeOrder/envelopeOrder.view.ts";
import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import type { StartedFlow } from "#src/adapters/actors/flow.ts";
import { lazyPart } from "#src/components/shell/lazyPart.tsx";
import { MainAction } from "#src/components/shell/MainAction.tsx";
import { NotLoaded } from "#src/components/shell/FlowBoundary.tsx";
import { Outcome } from "#src/components/ui/Outcome.tsx";
import { type StartedChild, useChild } from "#src/hooks/useChild.ts";

import { LiveEnvelope, LiveEnvelopes, LiveFooter } from "../live/LiveEnvelopes.tsx";
import { findSendTitle, SendLoading, SendScreen } from "../SendScreen.tsx";
import { OrderFooter, SendOrder } from "./SendOrder.tsx";

/** Only orders that are paid inside the messenger need it. */
const { Part: PayOrder } = lazyPart(async () => (await import("./PayOrder.tsx")).PayOrder, NotLoaded);

interface SendProgressProps extends StartedFlow<"envelopeSend", EnvelopeSendView> {
  /** Leads back to the form; undefined where the order was not opened from it. */
  onBack: (() => void) | undefined;
}

/** The order that the form has led to. */
export function SendProgress({ view: form, actor, onBack }: SendProgressProps) {
  const order = useChild(actor, "envelopeOrder", viewEnvelopeOrder);
  return order === null ? (
    <SendLoading minChats={form.minChats} onBack={onBack} />
  ) : (
    <SendProgressView {...order} chats={form.chats} minChats={form.minChats} onBack={onBack} />
  );
}

interface SendProgressViewProps extends StartedChild<"envelopeOrder"> {
  /** The person's groups, for their titles. */
  chats: EnvelopeSendView["chats"];
  /** As many groups as the form asks for. */
  minChats: number;
  /** Leads back to the form; undefined where the order was not opened from it. */
  onBack: (() => void) | undefined;
}

const SHOWN = {
  idle: Unpaid,
  awaitingPayment: Unpaid,
  openingPayment: Unpaid,
  renewingLink: Unpaid,
  confirmingCancel: Unpaid,
  cancelling: Unpaid,
  paying: Paying,
  live: Live,
  cancelled: Cancelled,
} satisfies Record<EnvelopeOrderView["state"], ComponentType<SendProgressViewProps>>;

/** What comes after the form: the order until it is paid or ends unpaid, then the live envelopes. */
export function SendProgressView(props: SendProgressViewProps) {
  const Shown = SHOWN[props.view.state];
  return <Shown {...props} />;
}

function Unpaid({ onBack, ...props }: SendProgressViewProps) {
  return (
    <SendScreen
      titleKey={
        props.view.step === "confirmation" ? "envelope:order.status.confirming" : "envelope:send.state.awaitingPayment"
      }
      footer={<OrderFooter {...props} />}
      onBack={onBack}
    >
      <SendOrder {...props} />
    </SendScreen>
  );
}

/** The way back to the order is there while the payment loads, too. */
function Paying({ view, send, actor, minChats }: SendProgressViewProps) {
  const back = view.actions.find(({ event }) => event.type === "ui.back");
  const goBack = back && (() => send(back.event));
  const loading = <SendLoading minChats={minChats} onBack={goBack} />;
  return (
    <Suspense fallback={loading}>
      <PayOrder actor={actor} loading={loading} onBack={goBack} />
    </Suspense>
  );
}

function Live(props: SendProgressViewProps) {
  return (
    <SendScreen isStage footer={<LiveFooter {...props} />}>
      {props.view.envelopes.length > 1 ? <LiveEnvelopes {...props} /> : <LiveEnvelope {...props} />}
    </SendScreen>
  );
}

/** The order ended unpaid: what that means for the money, and back to the form. */
function Cancelled({ view, send, minChats }: SendProgressViewProps) {
  const { t } = useTranslation();
  return (
    <SendScreen
      titleKey={findSendTitle(minChats)}
      footer={<MainAction actions={view.actions} type="ui.edit" send={send} />}
    >
      <Outcome
        icon={view.order.status === "expired" ? "clock" : "cross"}
        tone="plain"
        title={t(view.titleKey)}
        text={t(view.cancelKey)}
      />
    </SendScreen>
  );
}
