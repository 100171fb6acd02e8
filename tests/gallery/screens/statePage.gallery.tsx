import { StatePage } from "#src/screens/statePage/StatePage.tsx";

import type { Candidate, GalleryScreen } from "../picture.ts";
import { Scene } from "../still/Scene.tsx";

const KINDS = ["payment", "binding", "claim"];
const OUTCOMES = ["success", "failed", "cancelled", "timedOut"];

function drawOutcome(kind: string, outcome: string): Candidate {
  return {
    state: `${kind} ${outcome}`,
    facts: new Map(),
    node: (
      <Scene at={`/statePage?kind=${kind}&outcome=${outcome}`}>
        <StatePage />
      </Scene>
    ),
  };
}

export const screen: GalleryScreen = {
  listCandidates: () =>
    Promise.resolve([
      ...KINDS.flatMap((kind) => OUTCOMES.map((outcome) => drawOutcome(kind, outcome))),
      drawOutcome("unknown", "unknown"),
    ]),
};
