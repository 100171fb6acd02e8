import { SendRecord } from "#src/screens/sendRecord/SendRecord.tsx";

import type { GalleryScreen } from "../picture.ts";
import { envelopes, receivedClaims } from "../samples.ts";
import { Scene } from "../still/Scene.tsx";
import { listReachedLists } from "../still/standInList.ts";

export const screen: GalleryScreen = {
  listCandidates: async () => {
    const sent = await listReachedLists(envelopes);
    const received = await listReachedLists(receivedClaims, {
      receivedByCoin: [{ coinType: "eth", amount: "10000.123456" }],
    });
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
    ];
  },
};
