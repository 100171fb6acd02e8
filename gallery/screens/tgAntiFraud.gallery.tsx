import type { SnapshotFrom } from "xstate";

import type { antiFraudMachine } from "#machines/antiFraud/antiFraud.machine.ts";
import { viewAntiFraud } from "#machines/antiFraud/antiFraud.view.ts";
import { TgAntiFraud } from "#src/screens/tgAntiFraud/TgAntiFraud.tsx";

import { listReached } from "../listReached.ts";
import type { GalleryScreen } from "../picture.ts";
import { Scene } from "../static/Scene.tsx";

type Snapshot = SnapshotFrom<typeof antiFraudMachine>;

export const screen: GalleryScreen = {
  listCandidates: async () => {
    const checks = await listReached<Snapshot>("antiFraud", viewAntiFraud);
    return checks.map(({ state, facts, snapshot }) => ({
      state,
      facts,
      node: (
        <Scene at="/tgAntiFraud" flows={{ antiFraud: snapshot }}>
          <TgAntiFraud />
        </Scene>
      ),
    }));
  },
};
