import type { SnapshotFrom } from "xstate";

import type { environmentMachine } from "#machines/environment/environment.machine.ts";
import { viewEnvironment } from "#machines/environment/environment.view.ts";
import type { sessionMachine } from "#machines/session/session.machine.ts";
import { viewSession } from "#machines/session/session.view.ts";
import { Login } from "#src/screens/login/Login.tsx";

import { listReached } from "../listReached.ts";
import type { GalleryScreen } from "../picture.ts";
import { systemInfo } from "../samples.ts";
import { Scene } from "../static/Scene.tsx";
import { standInSystemInfo } from "../static/standInResource.ts";

const OFFICIAL = standInSystemInfo();
const STRANGE = standInSystemInfo({ ...systemInfo, isDomHttp: true });

export const screen: GalleryScreen = {
  listCandidates: async () => {
    const sessions = await listReached<SnapshotFrom<typeof sessionMachine>>("session", viewSession);
    const places = await listReached<SnapshotFrom<typeof environmentMachine>>("environment", viewEnvironment);
    return [
      ...sessions.map(({ state, facts, snapshot }) => ({
        state,
        facts,
        node: (
          <Scene at="/login" session={snapshot}>
            <Login />
          </Scene>
        ),
      })),
      ...places.flatMap(({ state, facts, snapshot }) =>
        Object.entries({ official: OFFICIAL, strange: STRANGE }).map(([domain, info]) => ({
          state: `${state}, ${domain} domain`,
          facts,
          node: (
            <Scene at="/login" environment={snapshot} systemInfo={info}>
              <Login />
            </Scene>
          ),
        })),
      ),
    ];
  },
};
