import { useState } from "react";
import { useSearchParams } from "react-router-dom";

import { createAttemptId } from "#src/adapters/createAttemptId.ts";
import { getRandomBytes } from "#src/adapters/getRandomBytes.ts";
import { formatSavedSend, parseSavedSend, SAVED_SEND_KEY } from "#src/adapters/savedSend.ts";
import { envelopeSendFlow } from "#src/flows/envelopeSend.ts";
import { useClosingQuestion } from "#src/hooks/useClosingQuestion.ts";
import { useApp } from "#src/hooks/useApp.ts";
import { useFlow } from "#src/hooks/useFlow.ts";
import { useOutcomeHaptics } from "#src/hooks/useOutcomeHaptics.ts";

import { SendFormSkeleton } from "./SendFormSkeleton.tsx";
import { SendPacketView } from "./SendPacketView.tsx";
import { SendScreen } from "./SendScreen.tsx";

/**
 * `/sendPacket?chatId=`: writes an envelope and follows it until it is live. `chatId` is a hint and no more.
 * `/sendPacket?envelopeId=` goes on with the unpaid order of that envelope.
 */
export function SendPacket() {
  const [search] = useSearchParams();
  return <SendFlow key={search.get("envelopeId")} />;
}

function SendFlow() {
  const [search] = useSearchParams();
  const envelopeId = search.get("envelopeId") || null;
  const chatId = search.get("chatId");
  const { messenger, drafts } = useApp();
  const [attemptId] = useState(() => createAttemptId(getRandomBytes));
  const flow = useFlow(envelopeSendFlow, {
    input: {
      chatIds: chatId === null ? [] : [chatId],
      envelopeId,
      saved: parseSavedSend(drafts.read(SAVED_SEND_KEY)),
      attemptId,
    },
    open: { type: "ui.open" },
    onEmit: (event) => {
      if (event.type === "openPayment") messenger.openLink(event.url);
      else if (event.type === "sent") messenger.requestWriteAccess();
      else drafts.write(SAVED_SEND_KEY, event.saved === null ? null : formatSavedSend(event.saved));
    },
  });
  useClosingQuestion(flow?.view.isUnsent === true);
  useOutcomeHaptics(flow?.view.state === "live" ? "success" : null);
  if (flow !== null) return <SendPacketView {...flow} />;
  return (
    <SendScreen>
      <SendFormSkeleton />
    </SendScreen>
  );
}
