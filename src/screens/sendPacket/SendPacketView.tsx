import { Suspense } from "react";

import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import { PricesContext } from "#src/components/amount/PricesContext.ts";
import { LoadFailure } from "#src/components/shell/LoadFailure.tsx";
import type { StartedFlow } from "#src/adapters/actors/flow.ts";

import { findSendTitle } from "./findSendTitle.ts";
import { SendForm } from "./SendForm.tsx";
import { SendFormFooter } from "./SendFormFooter.tsx";
import { SendLoading } from "./SendLoading.tsx";
import { noSendFormPart, sendProgressPart } from "./sendParts.ts";
import { SendScreen } from "./SendScreen.tsx";

const { Part: NoSendForm } = noSendFormPart;
const { Part: SendProgress } = sendProgressPart;

/** The send page in the machine's present state. */
export function SendPacketView(props: StartedFlow<"envelopeSend", EnvelopeSendView>) {
  const { state, minChats, draft, price, actions } = props.view;
  const toForm = actions.find(({ event }) => event.type === "ui.toForm");
  // Also while the screen of the order loads.
  const onBack = toForm && (() => props.send(toForm.event));
  const loading = <SendLoading key="loading" minChats={minChats} onBack={onBack} />;
  switch (state) {
    case "idle":
    case "loadingOptions":
      return loading;
    case "gone":
    case "closed":
    case "tooFewChats":
      return (
        <Suspense key="noForm" fallback={loading}>
          <NoSendForm {...props} />
        </Suspense>
      );
    case "editing":
    case "checkingBalance":
    case "submitting":
      return (
        <Suspense key="form" fallback={loading}>
          <PricesContext value={price === null ? {} : { [draft.coinType]: price }}>
            <SendScreen titleKey={findSendTitle(minChats)} footer={<SendFormFooter {...props} />}>
              <SendForm {...props} />
            </SendScreen>
          </PricesContext>
        </Suspense>
      );
    case "ordered":
      return (
        <Suspense key="progress" fallback={loading}>
          <SendProgress {...props} onBack={onBack} />
        </Suspense>
      );
    case "failed":
      return (
        <SendScreen titleKey={findSendTitle(minChats)}>
          <LoadFailure failure={props.view} send={props.send} />
        </SendScreen>
      );
  }
}
