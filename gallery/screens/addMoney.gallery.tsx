import type { SnapshotFrom } from "xstate";

import type { components } from "#contract/schema.d.ts";
import type { depositMachine } from "#machines/deposit/deposit.machine.ts";
import { viewDeposit } from "#machines/deposit/deposit.view.ts";
import type { walletConnectionMachine } from "#machines/walletConnection/walletConnection.machine.ts";
import { viewWalletConnection } from "#machines/walletConnection/walletConnection.view.ts";
import { AddMoney, payInPart } from "#src/screens/addMoney/AddMoney.tsx";

import { listReached } from "../listReached.ts";
import type { Candidate, GalleryScreen } from "../picture.ts";
import { deposits, movements, systemInfo } from "../samples.ts";
import { createStaticActor } from "../static/createStaticActor.ts";
import { Scene } from "../static/Scene.tsx";
import { standInList } from "../static/standInList.ts";
import { withChildren } from "../static/withChildren.ts";
import { listReachedResources, standInResource, standInSystemInfo } from "../static/standInResource.ts";

type DepositInfo = components["schemas"]["DepositInfo"];
type Deposit = SnapshotFrom<typeof depositMachine>;
type Connection = SnapshotFrom<typeof walletConnectionMachine>;
const NO_FACTS = new Map<string, string>();

const draw = (info: DepositInfo, arrived: readonly object[], deposit?: Deposit) => (
  <Scene
    at={`/addMoney?coinType=${info.coinType}`}
    systemInfo={standInSystemInfo({
      ...systemInfo,
      coins: systemInfo.coins.slice(0, 1).map((coin) => Object.assign({}, coin, { coinType: info.coinType })),
    })}
    flows={{
      depositInfo: standInResource(info, { coinType: info.coinType }),
      arrivals: standInList(arrived),
      ...(deposit !== undefined && { deposit }),
    }}
  >
    <AddMoney />
  </Scene>
);

export const screen: GalleryScreen = {
  listCandidates: async () => {
    const [first] = deposits;
    if (first === undefined) throw new Error("there are deposits to draw");
    const payable = deposits.find(({ reference }) => reference !== null) ?? first;
    const paid = await listReached<Deposit>("deposit", viewDeposit);
    const connections = await listReached<Connection>("walletConnection", viewWalletConnection);
    await payInPart.preload();
    const connecting = paid.find(({ state }) => state === "connecting");
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
      ...paid
        .filter(({ state }) => state !== "connecting")
        .map(({ state, facts, snapshot }) => ({
          state: `pay in ${state}`,
          facts,
          node: draw(payable, [], snapshot),
        })),
      ...connections.flatMap(({ state, facts, snapshot }): Candidate[] => {
        if (connecting === undefined) return [];
        const walletConnection = createStaticActor<typeof walletConnectionMachine>(snapshot);
        const node = draw(payable, [], withChildren(connecting.snapshot, { walletConnection }));
        return [{ state: `pay in, wallet ${state}`, facts, node }];
      }),
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
