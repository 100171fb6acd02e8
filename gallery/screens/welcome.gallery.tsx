import type { SnapshotFrom } from "xstate";

import type { welcomeMachine } from "#machines/welcome/welcome.machine.ts";
import { viewWelcome } from "#machines/welcome/welcome.view.ts";
import { Welcome } from "#src/screens/welcome/Welcome.tsx";

import { listReached } from "../listReached.ts";
import type { GalleryScreen } from "../picture.ts";
import { Scene } from "../static/Scene.tsx";

type Snapshot = SnapshotFrom<typeof welcomeMachine>;

export const screen: GalleryScreen = {
  listCandidates: async () => {
    const steps = await listReached<Snapshot>("welcome", viewWelcome);
    return steps.map(({ state, facts, snapshot }) => ({
      state,
      facts,
      node: (
        <Scene at="/welcome" flows={{ welcome: snapshot }}>
          <Welcome />
        </Scene>
      ),
    }));
  },
};
