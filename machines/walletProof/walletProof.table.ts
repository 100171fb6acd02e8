import { toFailure } from "../kit/failure.ts";
import type { TransitionTable } from "../kit/transitionTable.ts";
import type { SecurityCodePromptOutput } from "../securityCodePrompt/securityCodePrompt.machine.ts";
import type { WalletConnectionOutput } from "../walletConnection/walletConnection.setup.ts";
import type { ProofPage, WalletProofContext, WalletProofEvent, WalletProofInput } from "./walletProof.machine.ts";

type Context = WalletProofContext;

export interface WalletProofShape {
  context: WalletProofContext;
  event: WalletProofEvent;
  input: WalletProofInput;
  outputs: {
    loadPage: ProofPage;
    walletConnection: WalletConnectionOutput;
    securityCodePrompt: SecurityCodePromptOutput;
  };
}

const keepFailure = (_: Context, { error }: { error: unknown }): Partial<Context> => ({ failure: toFailure(error) });
const hasCode = ({ hasPaymentCode }: Context): boolean => hasPaymentCode;

/** PRODUCT.md 5 and 6: the code allows the proof of one wallet alone, and only a signature proves. */
export const walletProofTable: TransitionTable<WalletProofShape> = {
  asks: {
    walletConnection: ({ request, walletKinds }) => ({
      walletType: request?.type,
      capabilities: walletKinds[request?.type ?? "ETH"]?.capabilities,
      installUrl: walletKinds[request?.type ?? "ETH"]?.installUrl,
      expectedAddress: request?.address,
      networkId: request?.type === "Ton" ? (request.network?.id ?? null) : null,
      isProven: false,
      isBlocking: request?.proofBlocksSpending,
      hasReference: false,
      connectorId: null,
    }),
    securityCodePrompt: ({ claim, failure }) => ({ attempt: { kind: "bindWallet", ...claim }, failure }),
  },
  context: (input) => ({
    ...input,
    request: null,
    isDomHttp: false,
    officialDomains: [],
    appUrl: null,
    address: null,
    claim: null,
    failure: null,
  }),
  states: {
    "(machine)": { initial: "idle" },
    idle: {
      "ui.open": [
        { guard: "hasPaymentCode", when: hasCode, target: "loading", changes: { failure: null } },
        { target: "failed", changes: { failure: { kind: "api", error: "paymentCodeMissing", message: "" } } },
      ],
    },
    loading: {
      "done(loadPage)": [
        {
          guard: "isProven",
          when: (_, { output }) => output.request.proven,
          target: "proven",
          changes: (_, { output }) => ({ ...output, address: output.request.address, claim: null, failure: null }),
        },
        { target: "ready", changes: (_, { output }) => output },
      ],
      "error(loadPage)": { target: "failed", changes: keepFailure },
    },
    ready: { "ui.connect": { target: "connecting" } },
    connecting: {
      "done(walletConnection)": [
        {
          guard: "isConnected",
          when: (_, { output }) => output.status === "connected",
          target: "proven",
          changes: (_, { output }) =>
            output.status === "connected" ? { address: output.address, claim: null, failure: null } : {},
        },
        {
          guard: "isCodeAsked",
          when: (_, { output }) => output.status === "codeAsked",
          target: "askingCode",
          changes: (_, { output }) =>
            output.status === "codeAsked" ? { claim: output.claim, failure: output.failure } : {},
        },
        { target: "ready" },
      ],
      "error(walletConnection)": { target: "failed", changes: keepFailure },
    },
    askingCode: {
      "done(securityCodePrompt)": [
        {
          guard: "isGiven",
          when: (_, { output }) => output.status === "given",
          target: "proven",
          changes: ({ claim }) => ({ address: claim?.address ?? null, claim: null, failure: null }),
        },
        {
          guard: "isForgotten",
          when: (_, { output }) => output.status === "forgotten",
          target: "failed",
          changes: { claim: null, failure: { kind: "api", error: "securityCodeRequired", message: "" } },
        },
        {
          guard: "isRefused",
          when: (_, { output }) => output.status === "failed",
          target: "failed",
          changes: (_, { output }) => (output.status === "failed" ? { claim: null, failure: output.failure } : {}),
        },
        { target: "ready", changes: { claim: null, failure: null } },
      ],
      "error(securityCodePrompt)": {
        target: "failed",
        changes: (before, event) => ({ claim: null, ...keepFailure(before, event) }),
      },
    },
    proven: {},
    failed: {
      "ui.retry": {
        guard: "canRetry",
        when: ({ hasPaymentCode, failure }) =>
          hasPaymentCode && !(failure?.kind === "api" && failure.error.startsWith("paymentCode")),
        target: "loading",
        changes: { failure: null },
      },
    },
  },
};
