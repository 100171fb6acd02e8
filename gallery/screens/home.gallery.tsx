import type { ReactNode } from "react";

import { Home } from "#src/screens/home/Home.tsx";
import { moreChatsPart } from "#src/screens/homePage/Chats.tsx";

import type { GalleryScreen } from "../picture.ts";
import { chats, claimFigures, envelopes, holdings, ranking, receivedClaims, systemInfo } from "../samples.ts";
import { Scene } from "../static/Scene.tsx";
import { listReachedLists, standInList } from "../static/standInList.ts";
import { listReachedResources, standInResource, standInSystemInfo } from "../static/standInResource.ts";
import type { Standing } from "../static/createStaticApp.ts";

const WEEK = { period: "week" } as const;
const NOBODY = standInResource({ items: [], me: null }, WEEK);
const CHATS = standInList(chats);
const HOLDINGS = standInResource(holdings, null);
const FIGURES = standInResource(claimFigures, { coinType: "eth" as const });

function draw(tab: string, standing: Standing): ReactNode {
  return (
    <Scene at={`/home?tab=${tab}`} {...standing}>
      <Home />
    </Scene>
  );
}

export const screen: GalleryScreen = {
  listCandidates: async () => {
    await moreChatsPart.preload();
    const sent = await listReachedLists(envelopes);
    const received = await listReachedLists(receivedClaims);
    const figures = await listReachedResources(claimFigures, { coinType: "eth" as const });
    const rankings = await listReachedResources(ranking, WEEK);
    return [
      ...sent.map(({ state, facts, snapshot }) => ({
        state: `send ${state}`,
        facts,
        node: draw("send", { flows: { chats: CHATS, sentRecords: snapshot } }),
      })),
      ...received.map(({ state, facts, snapshot }) => ({
        state: `receive ${state}`,
        facts,
        node: draw("receive", { flows: { receivedRecords: snapshot, claimFigures: FIGURES, holdings: HOLDINGS } }),
      })),
      ...figures.map(({ state, facts, snapshot }) => ({
        state: `figures ${state}`,
        facts,
        node: draw("receive", {
          flows: { receivedRecords: standInList(receivedClaims), claimFigures: snapshot, holdings: HOLDINGS },
        }),
      })),
      ...rankings.map(({ state, facts, snapshot }) => ({
        state: `ranking ${state}`,
        facts,
        node: draw("ranking&of=groups", { flows: { groupRanking: snapshot } }),
      })),
      {
        state: "sending is not open",
        facts: new Map<string, string>(),
        node: draw("send", {
          systemInfo: standInSystemInfo({ ...systemInfo, coins: [] }),
          flows: { chats: CHATS, sentRecords: standInList([]) },
        }),
      },
      {
        state: "people without an own place",
        facts: new Map<string, string>(),
        node: draw("ranking&of=users", { flows: { userRanking: standInResource({ ...ranking, me: null }, WEEK) } }),
      },
      ...["groups", "users"].map((kind) => ({
        state: `no ${kind} in the ranking`,
        facts: new Map<string, string>(),
        node: draw(`ranking&of=${kind}`, { flows: { groupRanking: NOBODY, userRanking: NOBODY } }),
      })),
    ];
  },
};
