import type { SnapshotFrom } from "xstate";

import type { orderFollowMachine } from "#machines/orderFollow/orderFollow.machine.ts";
import { viewOrderFollow } from "#machines/orderFollow/orderFollow.view.ts";
import { StatePage } from "#src/screens/statePage/StatePage.tsx";

import { listReached } from "../listReached.ts";
import type { GalleryScreen } from "../picture.ts";
import { Scene } from "../still/Scene.tsx";

type Snapshot = SnapshotFrom<typeof orderFollowMachine>;

export const screen: GalleryScreen = {
  listCandidates: async () => {
    const orders = await listReached<Snapshot>("orderFollow", viewOrderFollow);
    return [
      ...orders.map(({ state, facts, snapshot }) => ({
        state,
        facts,
        node: (
          <Scene at="/statePage?orderId=o1" flows={{ orderFollow: snapshot }}>
            <StatePage />
          </Scene>
        ),
      })),
      {
        state: "without an order",
        facts: new Map<string, string>(),
        node: (
          <Scene at="/statePage?kind=payment&outcome=success">
            <StatePage />
          </Scene>
        ),
      },
    ];
  },
};
