import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";

import { COIN_TYPES, COINS } from "#domain/coins.ts";
import { generatePassphrase } from "#domain/passphrase/generatePassphrase.ts";
import { createAttemptId } from "#src/adapters/createAttemptId.ts";
import { getRandomBytes } from "#src/adapters/getRandomBytes.ts";
import { formatSavedSend, parseSavedSend, SAVED_SEND_KEY } from "#src/adapters/savedSend.ts";
import { MESSENGER_WALLET_KINDS } from "#src/adapters/wallets/messengerWalletKinds.ts";
import { envelopeSendFlow } from "#src/flows/envelopeSend.ts";
import { useClosingQuestion } from "#src/hooks/useClosingQuestion.ts";
import { useApp } from "#src/hooks/useApp.ts";
import { useFlow } from "#src/hooks/useFlow.ts";
import { useOutcomeHaptics } from "#src/hooks/useOutcomeHaptics.ts";

import { buildPayPath } from "#src/routes/buildPayPath.ts";

import { findSendTitle } from "./findSendTitle.ts";
import { readGift } from "./readGift.ts";
import { SendFormSkeleton } from "./SendFormSkeleton.tsx";
import { SendPacketView } from "./SendPacketView.tsx";
import { SendScreen } from "./SendScreen.tsx";

const COINS_PAID_HERE = COIN_TYPES.filter((coin) => MESSENGER_WALLET_KINDS[COINS[coin].walletType] !== undefined);

interface SendFlowProps {
  /** An unpaid envelope whose order is to be continued at once; null opens the form. */
  envelopeId: string | null;
  /** As many groups as have to be chosen; 0: an envelope may be shared by hand. */
  minChats: number;
}

/** The send flow with the screen of its present state. A form that was begun on one page goes on on the other. */
export function SendFlow({ envelopeId, minChats }: SendFlowProps) {
  const [search] = useSearchParams();
  const chatId = search.get("chatId");
  const coinType = COIN_TYPES.find((known) => known === search.get("coinType")) ?? null;
  const { messenger, drafts } = useApp();
  const navigate = useNavigate();
  const [attemptId] = useState(() => createAttemptId(getRandomBytes));
  const [gift] = useState(() => readGift(search, () => generatePassphrase(getRandomBytes)));
  const flow = useFlow(envelopeSendFlow, {
    input: {
      chatIds: chatId === null ? [] : [chatId],
      coinType,
      minChats,
      envelopeId,
      saved: parseSavedSend(drafts.read(SAVED_SEND_KEY)),
      gift,
      coinsPaidHere: COINS_PAID_HERE,
      attemptId,
    },
    open: { type: "ui.open" },
    onEmit: (event) => {
      if (event.type === "openPayment") messenger.openLink(event.url);
      else if (event.type === "payHere") void navigate(buildPayPath(event.envelopeId, event.orderId));
      else if (event.type === "sent") messenger.requestWriteAccess();
      else drafts.write(SAVED_SEND_KEY, event.saved === null ? null : formatSavedSend(event.saved));
    },
  });
  useClosingQuestion(flow?.view.isUnsent === true);
  useOutcomeHaptics(flow?.view.state === "live" ? "success" : null);
  if (flow !== null) return <SendPacketView {...flow} />;
  return (
    <SendScreen titleKey={findSendTitle(minChats)}>
      <SendFormSkeleton />
    </SendScreen>
  );
}
