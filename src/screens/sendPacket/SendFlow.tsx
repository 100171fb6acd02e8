import { useState } from "react";
import { useLocation, useSearchParams } from "react-router-dom";

import { COIN_TYPES } from "#domain/coins.ts";
import { generatePassphrase } from "#domain/passphrase/generatePassphrase.ts";
import { createAttemptId } from "#src/adapters/createAttemptId.ts";
import { getRandomBytes } from "#src/adapters/getRandomBytes.ts";
import { formatSavedSend, parseSavedSend, SAVED_SEND_KEY } from "#src/adapters/savedSend.ts";
import type { PaidHere } from "#machines/envelopeSend/envelopeSend.setup.ts";
import { envelopeSendFlow } from "#src/adapters/actors/envelopeSend.ts";
import { useConfirmClose } from "#src/hooks/useConfirmClose.ts";
import { useApp } from "#src/hooks/useApp.ts";
import { useFlow } from "#src/hooks/useFlow.ts";

import { readGift } from "./readGift.ts";
import { SendLoading } from "./SendLoading.tsx";
import { SendPacketView } from "./SendPacketView.tsx";

interface SendFlowProps {
  /** An unpaid envelope whose order is to be continued at once; null opens the form. */
  envelopeId: string | null;
  /** As many groups as have to be chosen; 0: an envelope may be shared by hand. */
  minChats: number;
}

/** The flow of the form with the screen of its present state. A form that was begun on one page goes on on the other. */
export function SendFlow({ envelopeId, minChats }: SendFlowProps) {
  const [search] = useSearchParams();
  // As `PayOrder` leaves it.
  const paid = useLocation().state as Partial<PaidHere> | null;
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
      envelopeId,
      paidOrderId: paid?.paidOrderId ?? null,
      saved: parseSavedSend(drafts.read(SAVED_SEND_KEY)),
      gift,
      attemptId,
    },
    open: { type: "ui.open" },
    onEmit: (event) => {
      drafts.write(SAVED_SEND_KEY, event.saved === null ? null : formatSavedSend(event.saved));
    },
  });
  useConfirmClose(flow?.view.isUnsent === true);
  return flow === null ? <SendLoading minChats={minChats} /> : <SendPacketView {...flow} />;
}
