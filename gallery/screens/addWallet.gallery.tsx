import type { SnapshotFrom } from "xstate";

import type { walletBindingMachine } from "#machines/walletBinding/walletBinding.machine.ts";
import { viewWalletBinding } from "#machines/walletBinding/walletBinding.view.ts";
import type { walletConnectionMachine } from "#machines/walletConnection/walletConnection.machine.ts";
import { viewWalletConnection } from "#machines/walletConnection/walletConnection.view.ts";
import { bindingConnectionActionsPart, bindingConnectionPart } from "#src/screens/addWallet/BindingPage.tsx";
import { AddWallet } from "#src/screens/addWallet/AddWallet.tsx";

import { listReached } from "../listReached.ts";
import type { Candidate, GalleryScreen } from "../picture.ts";
import { createStaticActor } from "../static/createStaticActor.ts";
import { listPrompts } from "../static/listCodes.ts";
import { Scene } from "../static/Scene.tsx";
import { withChildren } from "../static/withChildren.ts";

type Snapshot = SnapshotFrom<typeof walletBindingMachine>;
type Connection = SnapshotFrom<typeof walletConnectionMachine>;

function drawWallets(snapshot: Snapshot) {
  return (
    <Scene at="/addWallet" flows={{ walletBinding: snapshot }}>
      <AddWallet />
    </Scene>
  );
}

export const screen: GalleryScreen = {
  listCandidates: async () => {
    const bindings = await listReached<Snapshot>("walletBinding", viewWalletBinding);
    const prompts = await listPrompts({ kind: "unbindWallet", walletId: "w1" });
    const connections = await listReached<Connection>("walletConnection", viewWalletConnection);
    await Promise.all([bindingConnectionPart.preload(), bindingConnectionActionsPart.preload()]);
    const connecting = bindings.find(({ state }) => state === "connecting");
    const asking = bindings.find(({ state }) => state === "askingCode");
    return [
      ...bindings
        .filter(({ state }) => state !== "askingCode" && state !== "connecting")
        .map(({ state, facts, snapshot }) => ({ state, facts, node: drawWallets(snapshot) })),
      ...connections.flatMap(({ state, facts, snapshot }): Candidate[] =>
        connecting === undefined
          ? []
          : [
              {
                state: `connecting ${state}`,
                facts,
                node: drawWallets(
                  withChildren(connecting.snapshot, {
                    walletConnection: createStaticActor<typeof walletConnectionMachine>(snapshot),
                  }),
                ),
              },
            ],
      ),
      ...prompts.flatMap(({ state, facts, actor }): Candidate[] =>
        asking === undefined
          ? []
          : [
              {
                state: `askingCode ${state}`,
                facts,
                node: drawWallets(withChildren(asking.snapshot, { securityCodePrompt: actor })),
              },
            ],
      ),
    ];
  },
};
