import { fromPromise } from "xstate";

import { walletConnectionMachine } from "#machines/walletConnection/walletConnection.machine.ts";
import type { ProofPage } from "#machines/walletProof/walletProof.machine.ts";

import { createSecurityCodePrompt } from "./securityCodePrompt.ts";
import { createWalletConnectionActors, type WalletConnectionDeps } from "./walletConnection.ts";

/** The page itself says what failed. */
const QUIET = { isQuiet: true };

interface WalletProofDeps extends WalletConnectionDeps {
  /** Makes sure that the proof can be asked for. */
  ensureAccess: () => Promise<void>;
}

export function createWalletProofActors({ ensureAccess, ...deps }: WalletProofDeps) {
  const { api } = deps;
  return {
    loadPage: fromPromise<ProofPage, undefined>(async ({ signal }) => {
      await ensureAccess();
      const [request, { isDomHttp, officialDomains, appUrl }] = await Promise.all([
        api.call((client) => client.GET("/v1/wallet/proofRequest", { signal }), QUIET),
        api.call((client) => client.GET("/v1/system/info", { signal }), QUIET),
      ]);
      return { request, isDomHttp, officialDomains, appUrl };
    }),
    walletConnection: walletConnectionMachine.provide({ actors: createWalletConnectionActors(deps) }),
    securityCodePrompt: createSecurityCodePrompt({ api }),
  };
}
