import type { SnapshotFrom } from "xstate";

import type { walletBindingMachine } from "#machines/walletBinding/walletBinding.machine.ts";
import { viewWalletBinding } from "#machines/walletBinding/walletBinding.view.ts";
import { AddWallet } from "#src/screens/addWallet/AddWallet.tsx";

import { listReached } from "../listReached.ts";
import type { GalleryScreen } from "../picture.ts";
import { Scene } from "../still/Scene.tsx";

type Snapshot = SnapshotFrom<typeof walletBindingMachine>;

export const screen: GalleryScreen = {
  listCandidates: async () => {
    const bindings = await listReached<Snapshot>("walletBinding", viewWalletBinding);
    return bindings.map(({ state, facts, snapshot }) => ({
      state,
      facts,
      node: (
        <Scene at="/addWallet" flows={{ walletBinding: snapshot }}>
          <AddWallet />
        </Scene>
      ),
    }));
  },
};
