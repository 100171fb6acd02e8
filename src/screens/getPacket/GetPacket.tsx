import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router-dom";
import { Splash } from "#src/components/shell/Splash.tsx";
import { envelopeClaimFlow } from "#src/adapters/actors/envelopeClaim.ts";
import { useApp } from "#src/hooks/useApp.ts";
import { useFlow } from "#src/hooks/useFlow.ts";
import { GetPacketView } from "./GetPacketView.tsx";
import { COINS } from "#domain/coins.ts";
import type { AppEvent } from "#machines/app/app.machine.ts";
import type { EnvelopeClaimEmitted } from "#machines/envelopeClaim/envelopeClaim.machine.ts";
import { getFailureKey, getFailureValues } from "#machines/kit/failureText.ts";
import { formatAmountText } from "#domain/money/formatAmountText.ts";

/** `/getPacket?envelopeId=`: claims a share of an envelope with its passphrase; without an id the passphrase finds it. */
export function GetPacket() {
  const [search] = useSearchParams();
  const envelopeId = search.get("envelopeId") || null;
  return <ClaimFlow key={envelopeId} envelopeId={envelopeId} />;
}

function ClaimFlow({ envelopeId }: { envelopeId: string | null }) {
  const { messenger, root } = useApp();
  const { i18n } = useTranslation();
  const flow = useFlow(envelopeClaimFlow, {
    input: { envelopeId },
    // A claim that goes on after its page is left stays when the page is opened again.
    flowKey: useId(),
    open: { type: "ui.open" },
    onEmit: (event) => {
      if (event.type === "vibrate") messenger.vibrate(event.kind);
      else if (event.type !== "draft.changed") root.send(writeUnseen(event, i18n.language));
    },
  });
  return flow === null ? <Splash /> : <GetPacketView {...flow} />;
}

type Unseen = Extract<EnvelopeClaimEmitted, { type: `${string}.unseen` }>;

/** The toast for what a claim came to after its page was left. */
function writeUnseen(event: Unseen, language: string): Extract<AppEvent, { type: "toast.show" }> {
  if (event.type === "failure.unseen") {
    const { failure } = event;
    return {
      type: "toast.show",
      tone: "error",
      labelKey: getFailureKey(failure),
      values: getFailureValues(failure),
    };
  }
  const { amount, coinType } = event.claim;
  const values = { amount: formatAmountText(amount, language), coin: COINS[coinType].ticker };
  return { type: "toast.show", tone: "success", labelKey: "envelope:claim.got", values };
}
