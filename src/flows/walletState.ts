import type { WalletState } from "#machines/app/flows.ts";
import { createResourceMachine } from "#machines/resource/resource.machine.ts";
import { viewResource, type ResourceView } from "#machines/resource/resource.view.ts";
import { createWalletStateActors } from "#src/adapters/actors/walletState.ts";

import type { Flow } from "./flow.ts";

/** Open with `{ type: "resource.load" }`. It is followed while the wallet is bound: a bound one gets proven or goes. */
export const walletStateFlow: Flow<"walletState", ResourceView<WalletState>> = {
  name: "walletState",
  create: ({ api }) =>
    createResourceMachine<WalletState, { walletId: string }>().provide({
      actors: createWalletStateActors({ api }),
      guards: { isFollowed: ({ context: { value } }) => value?.wallet !== null },
    }),
  view: viewResource,
};
