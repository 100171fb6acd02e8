import { useNavigate } from "react-router-dom";

import { COIN_TYPES, COINS } from "#domain/coins.ts";
import type { SendResult } from "#machines/envelopeSend/envelopeSend.setup.ts";
import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import { MESSENGER_WALLET_KINDS } from "#src/adapters/wallets/messengerWalletKinds.ts";
import { envelopeOrderFlow } from "#src/flows/envelopeOrder.ts";
import type { FlowProps } from "#src/flows/flow.ts";
import { useApp } from "#src/hooks/useApp.ts";
import { useFlow } from "#src/hooks/useFlow.ts";
import { useOutcomeHaptics } from "#src/hooks/useOutcomeHaptics.ts";
import { buildPayPath } from "#src/routes/buildPayPath.ts";

import { SendLoading } from "./SendLoading.tsx";
import { SendProgressView } from "./SendProgressView.tsx";

const COINS_PAID_HERE = COIN_TYPES.filter((coin) => MESSENGER_WALLET_KINDS[COINS[coin].walletType] !== undefined);

interface SendProgressProps extends FlowProps<"envelopeSend", EnvelopeSendView> {
  /** What the form has led to. Another order needs another `key`. */
  ordered: SendResult;
}

/** The flow that follows what the form has led to, with its screen. Its ways back are handed to the form. */
export function SendProgress({ view: form, send: sendToForm, ordered }: SendProgressProps) {
  const { messenger } = useApp();
  const navigate = useNavigate();
  const flow = useFlow(envelopeOrderFlow, {
    input: { ...ordered, coinsPaidHere: COINS_PAID_HERE, isFromForm: form.isFromForm },
    open: { type: "ui.open" },
    onEmit: (event) => {
      if (event.type === "openPayment") messenger.openLink(event.url);
      else if (event.type === "payHere") void navigate(buildPayPath(event.envelopeId, event.orderId));
      else sendToForm(event);
    },
  });
  useOutcomeHaptics(flow?.view.state === "live" ? "success" : null);
  if (flow === null) return <SendLoading minChats={form.minChats} />;
  return <SendProgressView {...flow} chats={form.chats} minChats={form.minChats} />;
}
