import { fromPromise } from "xstate";

import type { WalletState } from "#machines/app/flows.ts";
import type { ResourceInput } from "#machines/resource/resource.machine.ts";
import type { Api } from "#src/adapters/api/createApi.ts";

/** It is read again and again: one failure is not worth a toast. */
const QUIET = { isQuiet: true };

/** One of the reader's wallets; they are few, so all stand on the first page. */
export function createWalletStateActors({ api }: { api: Api }) {
  return {
    read: fromPromise<WalletState, ResourceInput<{ walletId: string }>>(async ({ input: { params }, signal }) => {
      const { items } = await api.call((client) => client.GET("/v1/wallet/list", { signal }), QUIET);
      return { wallet: items.find(({ walletId }) => walletId === params.walletId) ?? null };
    }),
  };
}
