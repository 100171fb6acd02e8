import type { SnapshotFrom } from "xstate";

import type { envelopeClaimMachine } from "#machines/envelopeClaim/envelopeClaim.machine.ts";
import { viewEnvelopeClaim } from "#machines/envelopeClaim/envelopeClaim.view.ts";
import { envelopeThankFlow } from "#src/adapters/actors/choices.ts";
import { GetPacket } from "#src/screens/getPacket/GetPacket.tsx";

import { listReached } from "../listReached.ts";
import type { Candidate, GalleryScreen } from "../picture.ts";
import { claim, claims, envelope, LONG } from "../samples.ts";
import { Scene } from "../static/Scene.tsx";
import { standInChoice } from "../static/standInChoice.ts";

type Snapshot = SnapshotFrom<typeof envelopeClaimMachine>;

/** Nobody has thanked yet. */
const unthanked = standInChoice(envelopeThankFlow, { params: { envelopeId: "e1" }, saved: [] });

function drawClaim(snapshot: Snapshot) {
  const { part, claims: shown, envelope: claimed } = viewEnvelopeClaim(snapshot);
  const canThank = part === "landed" && claimed?.passphrase === null && shown.some(({ isMine }) => isMine);
  return (
    <Scene
      at="/getPacket?envelopeId=e1"
      flows={{ envelopeClaim: snapshot, ...(canThank && { envelopeThank: unthanked }) }}
    >
      <GetPacket />
    </Scene>
  );
}

/** The same moments with everything as long as it gets. */
function lengthen({ state, snapshot }: { state: string; snapshot: Snapshot }): Candidate {
  const { context } = snapshot;
  const lengthened: Snapshot["context"] = {
    ...context,
    envelope: {
      ...envelope,
      remark: LONG.remark,
      sender: { name: LONG.name, url: null },
      count: 100,
      claimRule: context.envelope?.claimRule ?? "passphrase",
      conditions: (context.envelope?.conditions ?? []).map(({ chatId, link, isMet }) => {
        return { chatId, title: LONG.chat, link, isMet };
      }),
    },
    claim: context.claim === null ? null : { ...claim, amount: "10000.123456", bestLuck: true },
    claims: context.claims.length === 0 ? [] : claims,
  };
  return {
    state: `${state} at length`,
    facts: new Map(),
    node: drawClaim({ ...snapshot, context: lengthened }),
  };
}

export const screen: GalleryScreen = {
  listCandidates: async () => {
    const reached = await listReached<Snapshot>("envelopeClaim", viewEnvelopeClaim);
    const withEnvelope = reached.filter(({ snapshot }) => snapshot.context.envelope !== null);
    const firsts = withEnvelope.filter(
      ({ state }, index) => withEnvelope.findIndex((other) => other.state === state) === index,
    );
    return [
      ...reached.map(({ state, facts, snapshot }) => ({ state, facts, node: drawClaim(snapshot) })),
      ...firsts.map((first) => lengthen(first)),
    ];
  },
};
