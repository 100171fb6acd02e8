import { assign } from "xstate";
import { COINS, type CoinType } from "#domain/coins.ts";
import { CODE_REQUIRED } from "../securityCodePrompt/securedAttempt.ts";
import { getConnected } from "../walletConnection/getConnected.ts";
import type {
  Connected,
  WalletConnectionInput,
  WalletConnectionOutput,
  WalletWatch,
} from "../walletConnection/walletConnection.machine.ts";
import { hasWalletReason } from "./failure.ts";
import { failTo, readError, readOutput, setFailure } from "./request.ts";

interface Rejection {
  error: unknown;
}

interface Connection {
  connection: Connected | null;
}

const REFUSED = ["cancelled", "denied"] as const;
const OTHER_WALLET = ["wrongNetwork", "addressMismatch"] as const;
const UNSENT = [
  "notInstalled",
  "notLoggedIn",
  "locked",
  "notConnected",
  "insufficientBalance",
  "balanceUnavailable",
] as const;
const TOO_LATE = ["signedTooLate"] as const;

/** Whether an error of a wallet that was asked to pay proves that it sent nothing. */
export function hasSentNothing(error: unknown): boolean {
  return hasWalletReason(error, [...REFUSED, ...OTHER_WALLET, ...UNSENT, ...TOO_LATE]);
}

/**
 * For the `setup` of a chart that has a wallet pay: how the connection ended, and which errors of the wallet prove that it
 * sent nothing. After any other it may have sent the payment.
 */
export const walletPaymentGuards = {
  isConnected: (_: unknown, params: { output: WalletConnectionOutput }) => params.output.status === "connected",
  isCodeForgotten: (_: unknown, params: { output: WalletConnectionOutput }) => params.output.status === "forgotten",
  isCancelled: (_: unknown, params: Rejection) => hasWalletReason(params.error, REFUSED),
  isOtherWallet: (_: unknown, params: Rejection) => hasWalletReason(params.error, OTHER_WALLET),
  isUnsent: (_: unknown, params: Rejection) => hasWalletReason(params.error, UNSENT),
  isTooLate: (_: unknown, params: Rejection) => hasWalletReason(params.error, TOO_LATE),
};

/** For the same `setup`. */
export const walletPaymentActions = {
  setConnection: assign((_, { output }: { output: WalletConnectionOutput }) => ({
    connection: getConnected(output),
  })) as (_: { context: Connection }, params: { output: WalletConnectionOutput }) => void,
};

/** A wallet is connected; `back` is where the person is led who gives that up. */
export function connectWallet<Context, const Back extends string>(
  input: (_: { context: Context }) => WalletConnectionInput,
  back: Back,
) {
  return {
    id: "walletConnection",
    src: "walletConnection",
    input,
    onDone: [
      {
        guard: { type: "isConnected", params: readOutput },
        target: "reviewing",
        description: "The wallet is ready.",
        actions: { type: "setConnection", params: readOutput },
      },
      {
        guard: { type: "isCodeForgotten", params: readOutput },
        target: "failed",
        description: "The security code has to be recovered in the app first.",
        actions: { type: "setFailure", params: { error: CODE_REQUIRED } },
      },
      { target: back, description: "The person gave the connection up." },
    ],
    onError: failTo({ target: "failed", description: "The connection broke." }),
  } as const;
}

/** While a payment is reviewed, a change in the connected wallet leads back to its connection. */
export function watchWallet<Context extends Connection>(getCoin: (context: Context) => CoinType) {
  return {
    id: "watchWallet",
    src: "watchWallet",
    input: ({ context }: { context: Context }): WalletWatch => ({
      walletType: COINS[getCoin(context)].walletType,
      connectorId: context.connection?.connectorId ?? "",
      account:
        context.connection === null
          ? null
          : { address: context.connection.address, networkId: context.connection.networkId },
    }),
    onDone: { target: "connecting", description: "The wallet changed account or network: see whether it still fits." },
    onError: { target: "connecting", description: "The wallet shows no account any more." },
  } as const;
}

/** The first state while a wallet is asked to pay. The chart has the second one, `slow`. */
export const prompt = {
  description: "The person needs time in the wallet's own window.",
  after: { walletTimeout: { target: "slow", description: "No answer for long." } },
} as const;

/** Where errors lead that prove that the wallet sent nothing; `forget` are the actions that no payment is awaited after. */
export function leadUnsent<const Forget extends readonly string[]>(forget: Forget) {
  return [
    {
      guard: { type: "isOtherWallet", params: readError },
      target: "connecting",
      description: "Account or network changed before the wallet was asked: nothing was sent.",
      actions: forget,
    },
    {
      guard: { type: "isUnsent", params: readError },
      target: "failed",
      description: "The wallet could not pay: nothing was sent.",
      actions: [...forget, setFailure],
    },
  ] as const;
}

/** Whether two payments are alike in these fields, so that who agreed to one need not be asked about the other. */
export function isSameAgreement<Terms>(
  one: Terms | null,
  other: Terms | null,
  fields: readonly (keyof Terms)[],
): boolean {
  return fields.every((field) => one?.[field] === other?.[field]);
}
