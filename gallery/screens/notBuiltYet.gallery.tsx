import { PATHS } from "#src/routes/paths.ts";
import { SCREENS } from "#src/routes/screens.ts";
import { NotBuiltYet } from "#src/screens/notBuiltYet/NotBuiltYet.tsx";

import type { GalleryScreen } from "../picture.ts";
import { Scene } from "../still/Scene.tsx";

/** Routes that a later version builds share one screen, which is that of `/multiSend` for one. */
const UNBUILT_PATHS = PATHS.filter((path) => SCREENS[path] === SCREENS["/multiSend"]);

export const screen: GalleryScreen = {
  listCandidates: () =>
    Promise.resolve(
      UNBUILT_PATHS.map((path) => ({
        state: path,
        facts: new Map(),
        node: (
          <Scene at={path}>
            <NotBuiltYet />
          </Scene>
        ),
      })),
    ),
};
