import { Profile } from "#src/screens/profile/Profile.tsx";

import type { GalleryScreen } from "../picture.ts";
import { Scene } from "../static/Scene.tsx";

export const screen: GalleryScreen = {
  listCandidates: () =>
    Promise.resolve([
      {
        state: "as always",
        facts: new Map<string, string>(),
        node: (
          <Scene at="/profile">
            <Profile />
          </Scene>
        ),
      },
    ]),
};
