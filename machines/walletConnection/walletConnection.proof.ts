import { assign } from "xstate";
import { failTo, ifTimeout, setFailure, readError } from "../kit/request.ts";
import { walletConnectionSetup, type OwnershipProof, type WalletConnectionContext } from "./walletConnection.setup.ts";

/** What the server gets to check: the proof with the challenge that it answers. */
export function getOwnershipProof({ walletType, account, challenge, proof }: WalletConnectionContext): OwnershipProof {
  return {
    type: walletType,
    address: account?.address ?? "",
    proof: { challengeId: challenge?.challengeId ?? "", ...proof },
  };
}

export const connecting = walletConnectionSetup.createStateConfig({
  description: "The wallet is asked to connect; where it proves its address with that, the text is read before.",
  entry: assign({ account: null }),
  initial: "choosingWay",
  states: {
    choosingWay: {
      description: "Whether the wallet has to prove its address while it connects.",
      always: [
        { guard: "needsProofFirst", target: "requestingChallenge", description: "It proves while it connects." },
        { target: "asking", description: "It only shows its account." },
      ],
    },
    requestingChallenge: {
      description: "The server writes the text that the wallet is to prove its address with.",
      tags: "busy",
      invoke: {
        id: "requestFirstChallenge",
        src: "requestChallenge",
        input: ({ context }) => ({ type: context.walletType, address: null }),
        onDone: {
          target: "explaining",
          description: "The text arrived.",
          actions: assign({ challenge: ({ event }) => event.output }),
        },
        onError: [
          { guard: ifTimeout, target: "#walletConnection.timedOut", description: "No answer in time." },
          failTo({ target: "#walletConnection.failed", description: "The server gives no text." }),
        ],
      },
    },
    explaining: {
      description: "Tells that connecting proves the address, before the wallet's window opens.",
      on: { "ui.sign": { target: "asking", description: "The person is ready to connect." } },
    },
    asking: {
      description: "The wallet asks the person to connect.",
      tags: "busy",
      invoke: {
        id: "connect",
        src: "connect",
        input: ({ context: { walletType, connectorId, networkId, expectedAddress, challenge } }) => ({
          walletType,
          connectorId: connectorId ?? "",
          networkId,
          expectedAddress,
          message: challenge?.message ?? null,
        }),
        onDone: {
          target: "#walletConnection.checkingAccount",
          description: "The wallet shows an account.",
          actions: assign(({ context, event: { output } }) => ({
            account: output.account,
            // A proof that nobody asked for answers nothing.
            proof: context.challenge === null ? null : output.proof,
          })),
        },
        onError: [
          {
            guard: { type: "isLocked", params: readError },
            target: "#walletConnection.locked",
            description: "The wallet is locked or nobody is logged in to it.",
          },
          {
            guard: { type: "isDenied", params: readError },
            target: "#walletConnection.denied",
            description: "The person refused in the wallet.",
          },
          {
            guard: { type: "isNotInstalled", params: readError },
            target: "#walletConnection.notInstalled",
            description: "The wallet is gone.",
          },
          {
            guard: { type: "isOnOtherNetwork", params: readError },
            target: "#walletConnection.wrongNetwork",
            description: "The wallet has no account on this network.",
          },
          failTo({ target: "#walletConnection.failed", description: "The wallet cannot be connected." }),
        ],
      },
      after: {
        walletTimeout: {
          target: "#walletConnection.timedOut",
          description: "No answer from the wallet in time.",
        },
      },
    },
  },
});

export const proving = walletConnectionSetup.createStateConfig({
  description: "The ownership is being proven by a free signature.",
  tags: "busy",
  initial: "requestingChallenge",
  states: {
    requestingChallenge: {
      description: "The server writes the text to sign.",
      invoke: {
        id: "requestChallenge",
        src: "requestChallenge",
        input: ({ context }) => ({ type: context.walletType, address: context.account?.address ?? "" }),
        onDone: {
          target: "signing",
          description: "The text arrived.",
          actions: assign({ challenge: ({ event }) => event.output }),
        },
        onError: [
          { guard: ifTimeout, target: "#walletConnection.timedOut", description: "No answer in time." },
          failTo({ target: "#walletConnection.failed", description: "The server gives no text." }),
        ],
      },
    },
    signing: {
      description: "The wallet shows the text.",
      invoke: {
        id: "sign",
        src: "sign",
        input: ({ context }) => ({
          walletType: context.walletType,
          connectorId: context.connectorId ?? "",
          address: context.account?.address ?? "",
          message: context.challenge?.message ?? "",
        }),
        onDone: {
          target: "submitting",
          description: "Signed.",
          actions: assign({ proof: ({ event }) => ({ signature: event.output }) }),
        },
        onError: [
          {
            guard: { type: "isDenied", params: readError },
            target: "#walletConnection.explainingProof",
            description: "The person refused to sign.",
            actions: setFailure,
          },
          failTo({ target: "#walletConnection.failed", description: "The wallet cannot sign." }),
        ],
      },
      after: { walletTimeout: { target: "#walletConnection.timedOut", description: "No signature in time." } },
    },
    submitting: {
      description: "The server checks the proof.",
      on: { "ui.cancel": { description: "Too late: the server is binding it, and its answer ends the wait." } },
      invoke: {
        id: "submitProof",
        src: "submitProof",
        input: ({ context }) => getOwnershipProof(context),
        onDone: {
          target: "#walletConnection.connected",
          description: "Proven.",
          actions: assign({ isProven: true, wallet: ({ event }) => event.output }),
        },
        onError: [
          {
            guard: { type: "isProofDispensable", params: readError },
            target: "#walletConnection.connected",
            description: "The server wants the security code, and the payment names its order without a proof.",
          },
          {
            guard: { type: "isSecurityCodeAsked", params: readError },
            target: "#walletConnection.codeAsked",
            description: "The server wants the security code.",
            actions: setFailure,
          },
          { guard: ifTimeout, target: "#walletConnection.timedOut", description: "No answer in time." },
          failTo({ target: "#walletConnection.failed", description: "The proof was not accepted." }),
        ],
      },
    },
  },
});
