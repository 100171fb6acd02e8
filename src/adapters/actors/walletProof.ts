import type { ActorsOf } from "#machines/kit/provide.ts";
import { fromPromise } from "xstate";
import { walletProofMachine } from "#machines/walletProof/walletProof.machine.ts";
import { viewWalletProof } from "#machines/walletProof/walletProof.view.ts";
import { openPaymentAccess } from "#src/adapters/paymentAccess.ts";
import { createAppWallets } from "#src/adapters/wallets/browserWallets.ts";
import { defineFlow } from "./flow.ts";
import { createWalletConnection, type WalletConnectionDeps } from "./walletConnection.ts";

interface WalletProofDeps extends WalletConnectionDeps {
  /** Makes sure that the proof can be asked for. */
  ensureAccess: () => Promise<void>;
}

function createWalletProofActors({ ensureAccess, ...deps }: WalletProofDeps): ActorsOf<typeof walletProofMachine> {
  const { api } = deps;
  return {
    loadPage: fromPromise(async ({ signal }) => {
      await ensureAccess();
      const [request, { isDomHttp, officialDomains, appUrl }] = await Promise.all([
        api.get("/v1/wallet/proofRequest", {}, signal),
        api.get("/v1/system/info", {}, signal),
      ]);
      return { request, isDomHttp, officialDomains, appUrl };
    }),
    walletConnection: createWalletConnection(deps),
  };
}

/** Open with `{ type: "ui.open" }`; the input's `walletKinds` is `WALLET_KINDS`. */
export const walletProofFlow = defineFlow(
  "walletProof",
  walletProofMachine,
  (app) =>
    createWalletProofActors({
      api: app.paymentApi,
      wallets: createAppWallets(app.root),
      ensureAccess: openPaymentAccess(app, window.sessionStorage),
    }),
  viewWalletProof,
);
