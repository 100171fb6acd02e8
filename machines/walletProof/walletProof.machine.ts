import { assign, setup } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { lacksNetwork, type Failure } from "../kit/failure.ts";
import { isBadLink } from "../payment/paymentOrders.ts";
import { provideActor } from "../kit/provide.ts";
import { failureActions, failTo, readOutput } from "../kit/request.ts";
import { CODE_REQUIRED } from "../securityCodePrompt/securedAttempt.ts";
import { getConnected } from "../walletConnection/getConnected.ts";
import {
  type WalletConnectionInput,
  walletConnectionMachine,
  type WalletConnectionOutput,
} from "../walletConnection/walletConnection.machine.ts";
import { describeKind, type WalletKinds } from "../walletConnection/walletKind.ts";

type ProofRequest = components["schemas"]["ProofRequest"];

export interface WalletProofInput {
  /** The code itself stays in the adapter. */
  hasPaymentCode: boolean;
  /** The kinds of wallets that this build can connect. */
  walletKinds: WalletKinds;
}

/** What the page shows first. */
export interface ProofPage {
  request: ProofRequest;
  /** From the system info, for the domain check. */
  isDomHttp: boolean;
  officialDomains: readonly string[];
  /** The app inside the messenger, to go back to; null until the page was read. */
  appUrl: string | null;
}

export interface WalletProofContext extends WalletProofInput, Omit<ProofPage, "request"> {
  /** Null until it was read. */
  request: ProofRequest | null;
  /** The proven address; null before. */
  address: string | null;
  failure: Failure | null;
}

export type WalletProofEvent =
  | { type: "ui.open" }
  | { type: "ui.connect" }
  | { type: "ui.retry" }
  | { type: "app.online" };

function createConnectionInput({ context }: { context: WalletProofContext }): WalletConnectionInput {
  const { request, walletKinds } = context;
  if (request === null) throw new Error("no wallet is asked for");
  const kind = describeKind(request.type, walletKinds);
  return {
    ...kind,
    expectedAddress: request.address,
    // A signed text proves an address whatever network the wallet is on.
    networkId: kind.capabilities.proofWhileConnecting ? (request.network?.id ?? null) : null,
    isProven: false,
    isBlocking: request.proofBlocksSpending,
    isExplained: false,
    hasReference: false,
    connectorId: null,
  };
}

/** Proves the ownership of one wallet, outside the messenger and without an order. */
export const walletProofMachine = setup({
  types: {
    input: {} as WalletProofInput,
    context: {} as WalletProofContext,
    events: {} as WalletProofEvent,
    children: {} as { walletConnection: "walletConnection" },
  },
  actors: {
    loadPage: provideActor<ProofPage>("walletProof.loadPage"),
    walletConnection: walletConnectionMachine,
  },
  guards: {
    hasPaymentCode: ({ context }) => context.hasPaymentCode,
    isProven: (_, params: { request: ProofRequest }) => params.request.proven,
    isConnected: (_, params: { output: WalletConnectionOutput }) => getConnected(params.output) !== null,
    isCodeForgotten: (_, params: { output: WalletConnectionOutput }) => params.output.status === "forgotten",
    lacksNetwork,
    canRetry: ({ context }) => context.hasPaymentCode && !isBadLink(context.failure),
  },
  actions: {
    setProven: assign((_, { address }: { address: string | null }) => ({
      address,
      failure: null,
    })),
    setForgotten: assign({ failure: CODE_REQUIRED }),
    ...failureActions,
  },
}).createMachine({
  id: "walletProof",
  description: "Proof of one wallet on the payment page, without an order.",
  context: ({ input }) => ({
    ...input,
    request: null,
    isDomHttp: false,
    officialDomains: [],
    appUrl: null,
    address: null,
    failure: null,
  }),
  initial: "idle",
  states: {
    idle: {
      description: "The page is not open yet.",
      on: {
        "ui.open": [
          { guard: "hasPaymentCode", target: "loading", description: "The page was opened with a code." },
          {
            target: "failed",
            description: "The page was opened without a code.",
            actions: assign({ failure: { kind: "api", error: "paymentCodeMissing", message: "" } }),
          },
        ],
      },
    },
    loading: {
      description: "What the code asks for is being read.",
      entry: assign({ failure: null }),
      invoke: {
        id: "loadPage",
        src: "loadPage",
        onDone: [
          {
            guard: { type: "isProven", params: ({ event }) => event.output },
            target: "proven",
            description: "The wallet is proven already, perhaps by this page before a reload.",
            actions: [
              assign(({ event }) => event.output),
              { type: "setProven", params: ({ event }) => event.output.request },
            ],
          },
          {
            target: "ready",
            description: "The wallet and the account are known.",
            actions: assign(({ event }) => event.output),
          },
        ],
        onError: failTo({ target: "failed", description: "The code is invalid or the server cannot be reached." }),
      },
    },
    ready: {
      description: "Shows which wallet is asked for, and for whose account.",
      on: { "ui.connect": { target: "connecting", description: "Connect the wallet." } },
    },
    connecting: {
      description: "The wallet is being connected, and signs.",
      invoke: {
        id: "walletConnection",
        src: "walletConnection",
        input: createConnectionInput,
        onDone: [
          {
            guard: { type: "isConnected", params: readOutput },
            target: "proven",
            description: "Proven.",
            actions: {
              type: "setProven",
              params: ({ event: { output } }) => ({ address: getConnected(output)?.address ?? null }),
            },
          },
          {
            guard: { type: "isCodeForgotten", params: readOutput },
            target: "failed",
            description: "The security code has to be recovered in the app first.",
            actions: "setForgotten",
          },
          { target: "ready", description: "The person gave it up." },
        ],
        onError: failTo({ target: "failed", description: "The connection broke." }),
      },
    },
    proven: { description: "The wallet is proven; the way leads back to the messenger." },
    failed: {
      description: "Nothing can be proven like this.",
      on: {
        "ui.retry": { guard: "canRetry", target: "loading", description: "Begin again." },
        "app.online": { guard: "lacksNetwork", target: "loading", description: "The device has a network again." },
      },
    },
  },
});
