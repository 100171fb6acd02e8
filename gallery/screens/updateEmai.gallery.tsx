import type { SnapshotFrom } from "xstate";

import type { emailMachine } from "#machines/email/email.machine.ts";
import { viewEmail } from "#machines/email/email.view.ts";
import { UpdateEmai } from "#src/screens/updateEmai/UpdateEmai.tsx";

import { listReached } from "../listReached.ts";
import type { Candidate, GalleryScreen } from "../picture.ts";
import { listEmailCodes } from "../static/listCodes.ts";
import { Scene } from "../static/Scene.tsx";
import { withChildren } from "../static/withChildren.ts";

type Snapshot = SnapshotFrom<typeof emailMachine>;

function drawEmail(snapshot: Snapshot) {
  return (
    <Scene at="/updateEmai" flows={{ email: snapshot }}>
      <UpdateEmai />
    </Scene>
  );
}

export const screen: GalleryScreen = {
  listCandidates: async () => {
    const reached = await listReached<Snapshot>("email", viewEmail);
    const codes = await listEmailCodes("updateEmail");
    const proving = reached.find(({ state }) => state === "proving");
    return [
      ...reached
        .filter(({ state }) => state !== "proving")
        .map(({ state, facts, snapshot }) => ({ state, facts, node: drawEmail(snapshot) })),
      ...codes.flatMap(({ state, facts, actor }): Candidate[] =>
        proving === undefined
          ? []
          : [
              {
                state: `proving ${state}`,
                facts,
                node: drawEmail(withChildren(proving.snapshot, { emailCode: actor })),
              },
            ],
      ),
    ];
  },
};
