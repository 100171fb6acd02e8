import type { components } from "#contract/schema.d.ts";
import { walletProofMachine, type ProofPage } from "./walletProof.machine.ts";
import { viewWalletProof } from "./walletProof.view.ts";
import { defineModel } from "#tests/models/model.ts";
import {
  sampleKind,
  sampleProofRequest,
  sampleSystemInfo,
  sampleTonKind,
  sampleWallet,
  sampleConnected,
} from "#tests/support/samples.ts";

const { address: ADDRESS } = sampleWallet;

function page(request: Partial<components["schemas"]["ProofRequest"]>): ProofPage {
  return {
    request: { ...sampleProofRequest, ...request },
    isDomHttp: true,
    officialDomains: sampleSystemInfo.officialDomains,
    appUrl: sampleSystemInfo.appUrl,
  };
}

const CONNECTED = { ...sampleConnected, address: ADDRESS };

export const model = defineModel({
  machine: walletProofMachine,
  inputs: [
    { hasPaymentCode: true, walletKinds: { ETH: sampleKind, Ton: sampleTonKind } },
    { hasPaymentCode: false, walletKinds: {} },
  ],
  events: {},
  outcomes: {
    loadPage: {
      done: [
        page({}),
        page({ address: ADDRESS, proofBlocksSpending: true }),
        page({ address: ADDRESS, proven: true }),
        page({ type: "Ton", network: { id: "tvm:-3", name: "TON (local)" } }),
        page({ network: null }),
      ],
      error: [{ kind: "api", error: "paymentCodeInvalid", message: "" }, { kind: "network" }],
    },
    walletConnection: {
      done: [CONNECTED, { status: "cancelled" }, { status: "forgotten" }],
      error: [new Error("broken")],
    },
  },
  key: ({ hasPaymentCode, request, address, failure }) => ({
    hasPaymentCode,
    request,
    address,
    failure,
  }),
  invariants: {
    "a wallet is connected only once the account is known": ({ request }, isIn) =>
      !(isIn("ready") || isIn("connecting")) || request !== null,
    "proven names the address": ({ address }, isIn) => !isIn("proven") || address !== null,
    "a failure is kept where it is shown": ({ failure }, isIn) => (failure !== null) === isIn("failed"),
    "nothing is started without a code": ({ hasPaymentCode }, isIn) => hasPaymentCode || isIn("idle") || isIn("failed"),
  },
  view: viewWalletProof,
});
