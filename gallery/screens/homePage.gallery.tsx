import { HomePage } from "#src/screens/homePage/HomePage.tsx";

import type { GalleryScreen } from "../picture.ts";
import { chats, systemInfo } from "../samples.ts";
import { Scene } from "../static/Scene.tsx";
import { listReachedLists, standInList } from "../static/standInList.ts";
import { standInSystemInfo } from "../static/standInResource.ts";

/** None of the coins that the server offers is open. */
const CLOSED = standInSystemInfo({ ...systemInfo, coins: [] });

export const screen: GalleryScreen = {
  listCandidates: async () => [
    ...(await listReachedLists(chats)).map(({ state, facts, snapshot }) => ({
      state: `chats ${state}`,
      facts,
      node: (
        <Scene at="/homePage" flows={{ chats: snapshot }}>
          <HomePage />
        </Scene>
      ),
    })),
    {
      state: "sending is not open",
      facts: new Map(),
      node: (
        <Scene at="/homePage" systemInfo={CLOSED} flows={{ chats: standInList(chats) }}>
          <HomePage />
        </Scene>
      ),
    },
  ],
};
