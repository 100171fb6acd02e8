import { useEffect, useEffectEvent } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";

import { COIN_TYPES, COINS } from "#domain/coins.ts";
import type { SendResult } from "#machines/envelopeSend/envelopeSend.setup.ts";
import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import { MESSENGER_WALLET_KINDS } from "#src/adapters/wallets/messengerWalletKinds.ts";
import { envelopeOrderFlow } from "#src/adapters/actors/envelopeOrder.ts";
import type { FlowProps } from "#src/adapters/actors/flow.ts";
import { useApp } from "#src/hooks/useApp.ts";
import { useFlow } from "#src/hooks/useFlow.ts";
import { useOutcomeHaptics } from "#src/hooks/useOutcomeHaptics.ts";
import { buildPayPath } from "#src/routes/links.ts";

import type { LiveLeft } from "./liveLeft.ts";
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
  const [search] = useSearchParams();
  const left = useLocation().state as Partial<LiveLeft> | null;
  const flow = useFlow(envelopeOrderFlow, {
    input: { ...ordered, coinsPaidHere: COINS_PAID_HERE, isFromForm: form.isFromForm },
    open: { type: "ui.open" },
    onEmit: (event) => {
      if (event.type === "openPayment") messenger.openLink(event.url);
      else if (event.type === "payHere") void navigate(buildPayPath(event.envelopeId, event.orderId));
      else {
        if (event.type === "another.wanted" && left?.isFormPage === true)
          void navigate({ search: "" }, { replace: true });
        sendToForm(event);
      }
    },
  });
  const isLive = flow?.view.state === "live";
  const keep = useEffectEvent(() => {
    const { orderId, envelopeIds } = ordered.order;
    if (left?.paidOrderId === orderId) return;
    const state: LiveLeft = { paidOrderId: orderId, isFormPage: !search.has("envelopeId") };
    void navigate({ search: `?envelopeId=${envelopeIds[0] ?? ""}` }, { replace: true, state });
  });
  useEffect(() => {
    // Who looks at something else and comes back finds the passphrase again, and no empty form.
    if (isLive) keep();
  }, [isLive]);
  useOutcomeHaptics(flow?.view.state === "live" ? "success" : null);
  if (flow === null) return <SendLoading minChats={form.minChats} />;
  return <SendProgressView {...flow} chats={form.chats} minChats={form.minChats} />;
}
