import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";

import { COIN_TYPES } from "#domain/coins.ts";
import { generatePassphrase } from "#domain/passphrase/generatePassphrase.ts";
import { createAttemptId } from "#src/adapters/createAttemptId.ts";
import { getRandomBytes } from "#src/adapters/getRandomBytes.ts";
import { formatSavedSend, parseSavedSend, SAVED_SEND_KEY } from "#src/adapters/savedSend.ts";
import { envelopeSendFlow } from "#src/adapters/actors/envelopeSend.ts";
import { useConfirmClose } from "#src/hooks/useConfirmClose.ts";
import { useApp } from "#src/hooks/useApp.ts";
import { useFlow } from "#src/hooks/useFlow.ts";

import { readGift } from "./readGift.ts";
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
  const { drafts } = useApp();
  const [attemptId] = useState(() => createAttemptId(getRandomBytes));
  const [gift] = useState(() => readGift(search, coinType, () => generatePassphrase(getRandomBytes)));
  const flow = useFlow(envelopeSendFlow, {
    input: {
      chatIds: chatId === null ? [] : [chatId],
      coinType,
      minChats,
      asked:
        envelopeId === null
          ? null
          : { envelopeId, orderId: search.get("orderId") || null, isToBePaid: search.has("pay") },
      saved: parseSavedSend(drafts.read(SAVED_SEND_KEY)),
      gift,
      attemptId,
    },
    open: { type: "ui.open" },
    onEmit: (event) => {
      if (event.type === "draft.changed")
        drafts.write(SAVED_SEND_KEY, event.saved === null ? null : formatSavedSend(event.saved));
      else void navigate({ search: "" }, { replace: true });
    },
  });
  useConfirmClose(flow?.view.isUnsent === true);
  return flow === null ? <SendLoading minChats={minChats} /> : <SendPacketView {...flow} />;
}
