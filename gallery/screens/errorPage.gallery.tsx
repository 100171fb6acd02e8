import { ErrorPage } from "#src/screens/errorPage/ErrorPage.tsx";

import type { GalleryScreen } from "../picture.ts";
import { Scene } from "../static/Scene.tsx";

export const screen: GalleryScreen = {
  listCandidates: () =>
    Promise.resolve([
      {
        state: "not found",
        facts: new Map(),
        node: (
          <Scene at="/errorPage">
            <ErrorPage />
          </Scene>
        ),
      },
    ]),
};
