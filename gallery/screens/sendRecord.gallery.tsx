import { SendRecord } from "#src/screens/sendRecord/SendRecord.tsx";

import type { GalleryScreen } from "../picture.ts";
import { envelopes, movements, receivedClaims } from "../samples.ts";
import { Scene } from "../static/Scene.tsx";
import { listReachedLists, standInList } from "../static/standInList.ts";
import { standInResource } from "../static/standInResource.ts";

export const screen: GalleryScreen = {
  listCandidates: async () => {
    const sent = await listReachedLists(envelopes);
    const received = await listReachedLists(receivedClaims, {
      receivedByCoin: [{ coinType: "eth", amount: "10000.123456" }],
    });
    const moved = await listReachedLists(movements);
    const nothing = standInList([], { receivedByCoin: [] });
    const coins = standInResource({ coinTypes: ["eth", "ton"] }, { coinType: "eth" });
    return [
      ...sent.map(({ state, facts, snapshot }) => ({
        state: `sent ${state}`,
        facts,
        node: (
          <Scene at="/sendRecord?tab=sent" flows={{ sentRecords: snapshot }}>
            <SendRecord />
          </Scene>
        ),
      })),
      ...received.map(({ state, facts, snapshot }) => ({
        state: `received ${state}`,
        facts,
        node: (
          <Scene at="/sendRecord?tab=received" flows={{ receivedRecords: snapshot }}>
            <SendRecord />
          </Scene>
        ),
      })),
      ...moved.map(({ state, facts, snapshot }) => ({
        state: `balance ${state}`,
        facts,
        node: (
          <Scene at="/sendRecord?tab=balance" flows={{ movements: snapshot }}>
            <SendRecord />
          </Scene>
        ),
      })),
      ...["sent", "received", "balance"].map((tab) => ({
        state: `${tab} chosen, none`,
        facts: new Map<string, string>(),
        node: (
          <Scene
            at={`/sendRecord?tab=${tab}&coinType=ton&recordStatus=partiallyReceived`}
            flows={{ sentRecords: nothing, receivedRecords: nothing, movements: nothing, accountAmounts: coins }}
          >
            <SendRecord />
          </Scene>
        ),
      })),
    ];
  },
};
