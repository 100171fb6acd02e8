import type { SnapshotFrom } from "xstate";

import type { walletBindingMachine } from "#machines/walletBinding/walletBinding.machine.ts";
import { viewWalletBinding } from "#machines/walletBinding/walletBinding.view.ts";
import { EthereumWalletBinding } from "#src/screens/ethereumWalletBinding/EthereumWalletBinding.tsx";

import { listReached } from "../listReached.ts";
import type { GalleryScreen } from "../picture.ts";
import { Scene } from "../static/Scene.tsx";

type Snapshot = SnapshotFrom<typeof walletBindingMachine>;

export const screen: GalleryScreen = {
  listCandidates: async () => {
    const bindings = await listReached<Snapshot>("walletBinding", viewWalletBinding);
    // The prompt for the security code is drawn with /addWallet.
    const ofEthereum = bindings.filter(
      ({ state, snapshot }) =>
        state !== "askingCode" &&
        state !== "connecting" &&
        snapshot.context.walletTypes.every((walletType) => walletType === "ETH"),
    );
    return ofEthereum.map(({ state, facts, snapshot }) => ({
      state,
      facts,
      node: (
        <Scene at="/ethereumWalletBinding" flows={{ ethereumBinding: snapshot }}>
          <EthereumWalletBinding />
        </Scene>
      ),
    }));
  },
};
