import { useSearchParams } from "react-router-dom";

import { Splash } from "#src/components/shell/Splash.tsx";
import { envelopeClaimFlow } from "#src/adapters/actors/envelopeClaim.ts";
import { useApp } from "#src/hooks/useApp.ts";
import { useFlow } from "#src/hooks/useFlow.ts";

import { toastUnseenShare } from "./toastUnseenShare.ts";
import { GetPacketView } from "./GetPacketView.tsx";

/** `/getPacket?envelopeId=`: claims a share of an envelope with its passphrase; without an id the passphrase finds it. */
export function GetPacket() {
  const [search] = useSearchParams();
  const envelopeId = search.get("envelopeId") || null;
  return <ClaimFlow key={envelopeId} envelopeId={envelopeId} />;
}

function ClaimFlow({ envelopeId }: { envelopeId: string | null }) {
  const app = useApp();
  const { drafts, messenger } = app;
  const draftKey = `claim.${envelopeId ?? ""}`;
  const flow = useFlow(envelopeClaimFlow, {
    input: { envelopeId, passphrase: drafts.read(draftKey) ?? "" },
    open: { type: "ui.open" },
    onEmit: (event) => {
      if (event.type === "draft.changed") drafts.write(draftKey, event.passphrase);
      else messenger.vibrate(event.kind);
    },
    onLeave: (snapshot) => {
      void toastUnseenShare(app, snapshot.context, {
        isClaiming: snapshot.matches("claiming"),
        isOpening: snapshot.matches("opening"),
        forgetDraft: () => {
          drafts.write(draftKey, null);
        },
      });
    },
  });
  return flow === null ? <Splash /> : <GetPacketView {...flow} />;
}
