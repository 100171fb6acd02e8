import { useNavigate, useSearchParams } from "react-router-dom";

import { COIN_TYPES } from "#domain/coins.ts";
import { envelopeSendFlow } from "#src/adapters/actors/envelopeSend.ts";
import { useConfirmClose } from "#src/hooks/useConfirmClose.ts";
import { useFlow } from "#src/hooks/useFlow.ts";
import { buildCodePath, buildOrderPath, buildRecoveryPath } from "#src/routes/links.ts";

import { readGiftAmount } from "./readGiftAmount.ts";
import { SendLoading } from "./SendLoading.tsx";
import { SendPacketView } from "./SendPacketView.tsx";

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
