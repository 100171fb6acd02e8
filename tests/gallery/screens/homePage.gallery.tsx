import { HomePage } from "#src/screens/homePage/HomePage.tsx";

import type { GalleryScreen } from "../picture.ts";
import { chats } from "../samples.ts";
import { Scene } from "../still/Scene.tsx";
import { listReachedLists } from "../still/standInList.ts";

export const screen: GalleryScreen = {
  listCandidates: async () =>
    (await listReachedLists(chats)).map(({ state, facts, snapshot }) => ({
      state: `chats ${state}`,
      facts,
      node: (
        <Scene at="/homePage" flows={{ chats: snapshot }}>
          <HomePage />
        </Scene>
      ),
    })),
};
