import { Navigate } from "react-router-dom";

import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import type { FlowProps } from "#src/adapters/actors/flow.ts";
import { buildDetailsPath } from "#src/routes/links.ts";

import { findSendTitle } from "./findSendTitle.ts";
import { SendClosed } from "./SendClosed.tsx";
import { SendScreen } from "./SendScreen.tsx";
import { TooFewGroups } from "./TooFewGroups.tsx";
import { UnpaidOrders } from "./UnpaidOrders.tsx";

/**
 * Why there is no form, before anything is filled in. Orders made before can still be paid; an envelope that is not to be
 * paid any more is shown instead.
 */
export function NoSendForm(props: FlowProps<"envelopeSend", EnvelopeSendView>) {
  const { state, minChats, goneEnvelopeId } = props.view;
  if (goneEnvelopeId !== null) return <Navigate to={buildDetailsPath({ envelopeId: goneEnvelopeId })} replace />;
  return (
    <SendScreen titleKey={findSendTitle(minChats)}>
      <UnpaidOrders {...props} />
      {state === "closed" ? <SendClosed {...props} /> : <TooFewGroups {...props} />}
    </SendScreen>
  );
}
