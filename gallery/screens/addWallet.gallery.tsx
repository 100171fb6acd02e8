import type { SnapshotFrom } from "xstate";

import type { walletBindingMachine } from "#machines/walletBinding/walletBinding.machine.ts";
import { viewWalletBinding } from "#machines/walletBinding/walletBinding.view.ts";
import { AddWallet } from "#src/screens/addWallet/AddWallet.tsx";

import { listReached } from "../listReached.ts";
import type { GalleryScreen } from "../picture.ts";
import { systemInfo } from "../samples.ts";
import { Scene } from "../still/Scene.tsx";
import { listReachedLists, standInList } from "../still/standInList.ts";

type Snapshot = SnapshotFrom<typeof walletBindingMachine>;

export const screen: GalleryScreen = {
  listCandidates: async () => {
    const bindings = await listReached<Snapshot>("walletBinding", viewWalletBinding);
    const infos = await listReachedLists([systemInfo]);
    const known = standInList([systemInfo]);
    return [
      ...bindings.map(({ state, facts, snapshot }) => ({
        state,
        facts,
        node: (
          <Scene at="/addWallet" flows={{ systemInfo: known, walletBinding: snapshot }}>
            <AddWallet />
          </Scene>
        ),
      })),
      ...infos.map(({ state, facts, snapshot }) => ({
        state: `system info ${state}`,
        facts,
        node: (
          <Scene at="/addWallet" flows={{ systemInfo: snapshot }}>
            <AddWallet />
          </Scene>
        ),
      })),
    ];
  },
};
