import type { SnapshotFrom } from "xstate";

import type { groupChoiceMachine } from "#machines/groupChoice/groupChoice.machine.ts";
import { viewGroupChoice } from "#machines/groupChoice/groupChoice.view.ts";
import { moreChatsPart } from "#src/screens/homePage/Chats.tsx";
import { HomePage } from "#src/screens/homePage/HomePage.tsx";

import { listReached } from "../listReached.ts";
import type { GalleryScreen } from "../picture.ts";
import { chats, systemInfo } from "../samples.ts";
import { Scene } from "../static/Scene.tsx";
import { listReachedLists, standInList } from "../static/standInList.ts";
import { standInSystemInfo } from "../static/standInResource.ts";

/** None of the coins that the server offers is open. */
const CLOSED = standInSystemInfo({ ...systemInfo, coins: [] });

type ChoiceSnapshot = SnapshotFrom<typeof groupChoiceMachine>;

async function listChoices() {
  await moreChatsPart.preload();
  const choices = await listReached<ChoiceSnapshot>("groupChoice", viewGroupChoice);
  return choices.map(({ state, facts, snapshot }) => ({
    state: `no chats, choice ${state}`,
    facts,
    node: (
      <Scene at="/homePage" flows={{ chats: standInList([]), groupChoice: snapshot }}>
        <HomePage />
      </Scene>
    ),
  }));
}

export const screen: GalleryScreen = {
  listCandidates: async () => [
    ...(await listChoices()),
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
