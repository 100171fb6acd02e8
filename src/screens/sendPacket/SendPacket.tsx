import { Suspense } from "react";
import { useLocation, useSearchParams } from "react-router-dom";

import { Splash } from "#src/components/shell/Splash.tsx";

import { payOrderPart } from "./sendParts.ts";
import type { LiveLeft } from "./liveLeft.ts";
import { SendFlow } from "./SendFlow.tsx";

const { Part: PayOrder } = payOrderPart;

/**
 * `/sendPacket?chatId=&coinType=`: writes an envelope and follows it until it is live. Group and coin are hints.
 * `/sendPacket?envelopeId=` goes on with the unpaid order of that envelope, `&orderId=` pays it here. The form's page gets
 * the same address once its envelope is live, so that who comes back finds it.
 */
export function SendPacket() {
  const [search] = useSearchParams();
  const left = useLocation().state as Partial<LiveLeft> | null;
  const envelopeId = search.get("envelopeId") || null;
  const orderId = search.get("orderId") || null;
  if (envelopeId !== null && orderId !== null) {
    return (
      <Suspense fallback={<Splash />}>
        <PayOrder key={orderId} orderId={orderId} envelopeId={envelopeId} />
      </Suspense>
    );
  }
  return <SendFlow key={left?.isFormPage === true ? null : envelopeId} envelopeId={envelopeId} minChats={0} />;
}
