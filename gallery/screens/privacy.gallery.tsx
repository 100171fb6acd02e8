import type { SnapshotFrom } from "xstate";

import type { accountDeletionMachine, Obstacle } from "#machines/accountDeletion/accountDeletion.machine.ts";
import { viewAccountDeletion } from "#machines/accountDeletion/accountDeletion.view.ts";
import { Privacy } from "#src/screens/privacy/Privacy.tsx";

import { listReached } from "../listReached.ts";
import type { Candidate, GalleryScreen } from "../picture.ts";
import { listPrompts } from "../static/listCodes.ts";
import { Scene } from "../static/Scene.tsx";
import { withChildren } from "../static/withChildren.ts";

type Snapshot = SnapshotFrom<typeof accountDeletionMachine>;

const UNTIL = "2026-11-22T09:30:00.000Z";
/** One of each kind; the walk has one. */
const OBSTACLES: readonly Obstacle[] = [
  { kind: "underReview", coinType: null, amount: null, id: null, until: null },
  { kind: "balance", coinType: "eth", amount: "1234567.123456", id: null, until: null },
  { kind: "envelope", coinType: "ton", amount: "0.5", id: "e1", until: UNTIL },
  { kind: "claimedEnvelope", coinType: "ton", amount: null, id: "e2", until: UNTIL },
  { kind: "order", coinType: "ton", amount: "2", id: "o1", until: UNTIL },
  { kind: "payout", coinType: "ton", amount: "0.5", id: "p1", until: null },
  { kind: "deposit", coinType: "ton", amount: "0.5", id: "0xab", until: null },
];

const draw = (accountDeletion: Snapshot) => (
  <Scene at="/privacy" flows={{ accountDeletion }}>
    <Privacy />
  </Scene>
);

export const screen: GalleryScreen = {
  listCandidates: async () => {
    const reached = await listReached<Snapshot>("accountDeletion", viewAccountDeletion);
    const prompts = await listPrompts({ kind: "deleteAccount" });
    const asking = reached.find(({ state }) => state === "askingCode");
    const blocked = reached.find(({ state }) => state === "blocked");
    return [
      ...reached
        .filter(({ state }) => state !== "askingCode")
        .map(({ state, facts, snapshot }) => ({ state, facts, node: draw(snapshot) })),
      ...(blocked === undefined
        ? []
        : [
            {
              state: "blocked by one of each kind",
              facts: blocked.facts,
              node: draw({ ...blocked.snapshot, context: { ...blocked.snapshot.context, obstacles: OBSTACLES } }),
            },
          ]),
      ...prompts.flatMap(({ state, facts, actor }): Candidate[] =>
        asking === undefined
          ? []
          : [
              {
                state: `askingCode ${state}`,
                facts,
                node: draw(withChildren(asking.snapshot, { securityCodePrompt: actor })),
              },
            ],
      ),
    ];
  },
};
