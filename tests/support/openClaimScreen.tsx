import { useEffect, useState } from "react";
import type { SnapshotFrom } from "xstate";

import { settle } from "#gallery/draw.ts";
import { showTexts } from "#gallery/texts.ts";
import { type EnvelopeClaimContext, envelopeClaimMachine } from "#machines/envelopeClaim/envelopeClaim.machine.ts";
import { viewEnvelopeClaim, type EnvelopeClaimView } from "#machines/envelopeClaim/envelopeClaim.view.ts";
import type { FlowProps } from "#src/adapters/actors/flow.ts";
import type { App } from "#src/createApp.ts";
import { AppContext } from "#src/hooks/useApp.ts";
import { GetPacketView } from "#src/screens/getPacket/GetPacket.tsx";

import { renderWithTexts } from "./renderWithTexts.tsx";
import { sampleClaim, sampleEnvelope } from "./samples.ts";

type Known = Partial<EnvelopeClaimContext>;
type ClaimState = EnvelopeClaimView["state"] | "refreshing" | "checkable";

/** Whoever has a share has no passphrase in the field any more. */
export const OPENED: Known = { passphrase: "", claim: sampleClaim };

const CONTEXT: EnvelopeClaimContext = {
  envelopeId: "e1",
  envelope: { ...sampleEnvelope, coverId: "tet" },
  claims: [],
  claim: null,
  entry: null,
  passphrase: "happy year",
  waitEndsAtMs: null,
  failure: null,
};

/** States that are more than a name. */
const VALUES: Partial<Record<ClaimState, SnapshotFrom<typeof envelopeClaimMachine>["value"]>> = {
  entering: { entering: "unchecked" },
  claiming: { claiming: "seen" },
  notMember: { notMember: "waiting" },
  checkable: { notMember: "ready" },
  refreshing: { landed: { share: "partiallyReceived", others: "reading" } },
  partiallyReceived: { landed: { share: "partiallyReceived", others: "read" } },
  soldOut: { over: { reason: "soldOut", others: "read" } },
  lost: { over: { reason: "lost", others: "read" } },
  notDrawn: { over: { reason: "notDrawn", others: "read" } },
};

function viewState(state: ClaimState, known: Known) {
  const value = VALUES[state] ?? state;
  return viewEnvelopeClaim(envelopeClaimMachine.resolveState({ value, context: { ...CONTEXT, ...known } }));
}

/**
 * The claim of an envelope in a state.
 *
 * @returns shows another state, its effects included: a tap that follows meets that state
 */
export async function openClaimScreen(
  app: App,
  send: FlowProps<"envelopeClaim", EnvelopeClaimView>["send"],
  first: ClaimState,
) {
  let setShown: (view: EnvelopeClaimView) => void = () => {};
  function Page() {
    const [view, setView] = useState(() => viewState(first, {}));
    useEffect(() => {
      setShown = setView;
    }, []);
    return (
      <AppContext value={app}>
        <GetPacketView view={view} send={send} />
      </AppContext>
    );
  }
  await showTexts("en");
  await renderWithTexts(<Page />);
  return (state: ClaimState, known: Known = {}): Promise<void> =>
    settle(() => {
      setShown(viewState(state, known));
    });
}
