import type { components } from "#contract/schema.d.ts";
import { AddMoney } from "#src/screens/addMoney/AddMoney.tsx";

import type { GalleryScreen } from "../picture.ts";
import { deposits, movements, systemInfo } from "../samples.ts";
import { Scene } from "../static/Scene.tsx";
import { standInList } from "../static/standInList.ts";
import { listReachedResources, standInResource, standInSystemInfo } from "../static/standInResource.ts";

type DepositInfo = components["schemas"]["DepositInfo"];
const NO_FACTS = new Map<string, string>();

const draw = (info: DepositInfo, arrived: readonly object[]) => (
  <Scene
    at={`/addMoney?coinType=${info.coinType}`}
    flows={{
      depositInfo: standInResource(info, { coinType: info.coinType }),
      arrivals: standInList(arrived),
    }}
  >
    <AddMoney />
  </Scene>
);

export const screen: GalleryScreen = {
  listCandidates: async () => {
    const [first] = deposits;
    if (first === undefined) throw new Error("there are deposits to draw");
    const reached = await listReachedResources(first, { coinType: first.coinType });
    return [
      ...reached.map(({ state, facts, snapshot }) => ({
        state: `terms ${state}`,
        facts,
        node: (
          <Scene
            at={`/addMoney?coinType=${first.coinType}`}
            flows={{ depositInfo: snapshot, arrivals: standInList([]) }}
          >
            <AddMoney />
          </Scene>
        ),
      })),
      ...deposits.map((info) => ({
        state: `to send ${info.coinType}`,
        facts: NO_FACTS,
        node: draw(
          info,
          movements.filter(({ coinType }) => coinType === info.coinType),
        ),
      })),
      {
        state: "no coin is open",
        facts: NO_FACTS,
        node: (
          <Scene at="/addMoney" systemInfo={standInSystemInfo({ ...systemInfo, coins: [] })}>
            <AddMoney />
          </Scene>
        ),
      },
    ];
  },
};
