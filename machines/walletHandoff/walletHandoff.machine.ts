import { assign, emit, setup } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { toFailure, type Failure } from "../failure.ts";
import { provideActor } from "../provideActor.ts";
import { keepFailure, keepTimeout } from "../requestFailure.ts";
import { REQUEST_TIMEOUT_MS } from "../requestTimeoutMs.ts";

type WalletType = components["schemas"]["WalletType"];

/** A wallet app for phones, whose own browser has the wallet. */
export interface WalletAppChoice {
  appId: string;
  name: string;
}

export interface WalletHandoffInput {
  /** The only order that the wallet app gets to see. */
  orderId: string;
  walletType: WalletType;
  apps: readonly WalletAppChoice[];
}

export interface WalletHandoffContext extends WalletHandoffInput {
  /** The app that was chosen last. */
  appId: string | null;
  failure: Failure | null;
}

export interface WalletHandoffEvent {
  type: "ui.chooseApp";
  appId: string;
}

/** The page is to be left by this link, which counts once. */
export interface WalletHandoffEmitted {
  type: "link.made";
  appLink: string;
}

export interface AppLink {
  appLink: string;
}

export interface AppLinkRequest {
  orderId: string;
  walletType: WalletType;
  appId: string;
}

const chooseApp = {
  guard: {
    type: "isListed",
    params: ({ event }: { event: { appId: string } }) => ({ appId: event.appId }),
  },
  target: "asking",
  actions: { type: "keepApp", params: ({ event }: { event: { appId: string } }) => ({ appId: event.appId }) },
  description: "Open the order in this app.",
} as const;

/** Opens the payment page of one order in the browser of a wallet app. */
export const walletHandoffMachine = setup({
  types: {
    input: {} as WalletHandoffInput,
    context: {} as WalletHandoffContext,
    events: {} as WalletHandoffEvent,
    emitted: {} as WalletHandoffEmitted,
  },
  actors: {
    /** Asks for a link that counts once, in the form that opens it in the app. */
    requestLink: provideActor<AppLink, AppLinkRequest>("walletHandoff.requestLink"),
  },
  guards: {
    isListed: ({ context }, params: { appId: string }) => context.apps.some(({ appId }) => appId === params.appId),
  },
  actions: {
    keepApp: assign((_, { appId }: { appId: string }) => ({ appId, failure: null })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    emitLink: emit((_, { appLink }: AppLink) => ({ type: "link.made", appLink })),
  },
  delays: { requestTimeout: REQUEST_TIMEOUT_MS },
}).createMachine({
  id: "walletHandoff",
  description: "The way of one order into the browser of a wallet app.",
  context: ({ input }) => ({ ...input, appId: null, failure: null }),
  initial: "idle",
  states: {
    idle: {
      description: "The person may choose a wallet app.",
      on: { "ui.chooseApp": chooseApp },
    },
    asking: {
      description: "The server is asked for a link that counts once.",
      invoke: {
        id: "requestLink",
        src: "requestLink",
        input: ({ context: { orderId, walletType, appId } }) => ({ orderId, walletType, appId: appId ?? "" }),
        onDone: {
          target: "left",
          description: "The link leads to the app.",
          actions: { type: "emitLink", params: ({ event }) => event.output },
        },
        onError: { target: "failed", description: "There is no link now.", actions: keepFailure },
      },
      after: { requestTimeout: { target: "failed", description: "No answer in time.", actions: keepTimeout } },
    },
    left: {
      description: "The app was opened, or its page where it is not installed. Another try needs another link.",
      on: { "ui.chooseApp": chooseApp },
    },
    failed: {
      description: "No link could be made.",
      on: { "ui.chooseApp": chooseApp },
    },
  },
});

export const walletHandoffSecrets: readonly string[] = ["appLink", "handoffUrl"];
