import { Suspense } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";

import { COIN_TYPES } from "#domain/coins.ts";
import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import { envelopeSendFlow } from "#src/adapters/actors/envelopeSend.ts";
import type { StartedFlow } from "#src/adapters/actors/flow.ts";
import { PricesContext } from "#src/components/amount/PricesContext.ts";
import { LoadFailure } from "#src/components/shell/LoadFailure.tsx";
import { useConfirmClose } from "#src/hooks/useConfirmClose.ts";
import { useFlow } from "#src/hooks/useFlow.ts";
import { buildCodePath, buildOrderPath, buildRecoveryPath } from "#src/routes/links.ts";

import { readGiftAmount } from "./readGiftAmount.ts";
import { SendForm, SendFormFooter } from "./SendForm.tsx";
import { noSendFormPart, sendProgressPart } from "./sendParts.ts";
import { findSendTitle, SendLoading, SendScreen } from "./SendScreen.tsx";

/**
 * `/sendPacket?chatId=&coinType=`: writes an envelope and follows it until it is live. Group and coin are hints.
 * `/sendPacket?envelopeId=` goes on with the order of that envelope: an unpaid one, or the one that `&orderId=` names;
 * `&pay=1` pays it here. `/sendPacket?again=` fills the form in as it was for that envelope. Once it has an order, the
 * page changes its address to that of the order, so that the way back leads there.
 */
export function SendPacket() {
  return <SendFlow minChats={0} />;
}

interface SendFlowProps {
  /** As many groups as have to be chosen; 0: an envelope may be shared by hand. */
  minChats: number;
}

/** The flow of the form with the screen of its present state. A form that was begun on one page goes on on the other. */
export function SendFlow({ minChats }: SendFlowProps) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const envelopeId = search.get("envelopeId") || null;
  const chatId = search.get("chatId");
  const coinType = COIN_TYPES.find((known) => known === search.get("coinType")) ?? null;
  const flow = useFlow(envelopeSendFlow, {
    input: {
      chatIds: chatId === null ? [] : [chatId],
      coinType,
      minChats,
      asked:
        envelopeId === null
          ? null
          : { envelopeId, orderId: search.get("orderId") || null, isToBePaid: search.has("pay") },
      againId: search.get("again") || null,
      giftAmount: readGiftAmount(search, coinType),
    },
    open: { type: "ui.open" },
    onEmit: (event) => {
      if (event.type === "form.shown") void navigate({ search: "" }, { replace: true });
      if (event.type !== "code.wanted") return;
      const path = buildOrderPath(event.envelopeId);
      void navigate(event.isForgotten ? buildRecoveryPath(path) : buildCodePath(path));
    },
  });
  useConfirmClose(flow?.view.hasUnsavedInput === true);
  return flow === null ? <SendLoading minChats={minChats} /> : <SendPacketView {...flow} />;
}

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
