import { Suspense } from "react";

import { viewEnvelopeOrder } from "#machines/envelopeOrder/envelopeOrder.view.ts";
import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import type { StartedFlow } from "#src/adapters/actors/flow.ts";
import { NotLoaded } from "#src/components/shell/FlowBoundary.tsx";
import { Splash } from "#src/components/shell/Splash.tsx";
import { lazyPart } from "#src/components/shell/lazyPart.tsx";
import { useChild } from "#src/hooks/useChild.ts";
import { useOutcomeHaptics } from "#src/hooks/useOutcomeHaptics.ts";

import { SendLoading } from "./SendLoading.tsx";
import { SendProgressView } from "./SendProgressView.tsx";
import { useOrderAddress } from "./useOrderAddress.ts";

/** Only orders that are paid inside the messenger need it. */
const { Part: PayOrder } = lazyPart(async () => (await import("./PayOrder.tsx")).PayOrder, NotLoaded);

interface SendProgressProps extends StartedFlow<"envelopeSend", EnvelopeSendView> {
  /** Leads back to the form; undefined where the order was not opened from it. */
  onBack: (() => void) | undefined;
}

/** The order that the form has led to. */
export function SendProgress({ view: form, actor, onBack }: SendProgressProps) {
  const order = useChild(actor, "envelopeOrder", viewEnvelopeOrder);
  useOrderAddress(order?.view ?? null);
  useOutcomeHaptics(order?.view.state === "live" ? "success" : null);
  if (order === null) return <SendLoading minChats={form.minChats} onBack={onBack} />;
  if (order.view.state === "paying") {
    return (
      <Suspense fallback={<Splash />}>
        <PayOrder {...order} />
      </Suspense>
    );
  }
  return <SendProgressView {...order} chats={form.chats} minChats={form.minChats} onBack={onBack} />;
}
