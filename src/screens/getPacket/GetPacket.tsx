import { useId } from "react";
import { useSearchParams } from "react-router-dom";
import { Splash } from "#src/components/shell/Splash.tsx";
import { envelopeClaimFlow } from "#src/adapters/actors/envelopeClaim.ts";
import { useFlow } from "#src/hooks/useFlow.ts";
import { GetPacketView } from "./GetPacketView.tsx";

/** `/getPacket?envelopeId=`: claims a share of an envelope with its passphrase; without an id the passphrase finds it. */
export function GetPacket() {
  const [search] = useSearchParams();
  const envelopeId = search.get("envelopeId") || null;
  return <ClaimFlow key={envelopeId} envelopeId={envelopeId} />;
}

function ClaimFlow({ envelopeId }: { envelopeId: string | null }) {
  const flow = useFlow(envelopeClaimFlow, {
    input: { envelopeId },
    // A claim that goes on after its page is left stays when the page is opened again.
    flowKey: useId(),
    open: { type: "ui.open" },
  });
  return flow === null ? <Splash /> : <GetPacketView {...flow} />;
}
