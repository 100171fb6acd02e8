import { assign, emit, setup } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { countdown } from "../kit/countdown.ts";
import type { Effect } from "../kit/effects.ts";
import type { Failure } from "../kit/failure.ts";
import { provideActor } from "../kit/provide.ts";
import { failureActions, failTo } from "../kit/request.ts";

type WalletType = components["schemas"]["WalletType"];

/** A wallet app for phones, whose own browser has the wallet. */
export interface WalletAppChoice {
  appId: string;
  name: string;
}

export interface WalletHandoffInput {
  /** The only order that the other browser gets to see. */
  orderId: string;
  walletType: WalletType;
  /** On a phone. None on a desktop, which shows a code for the phone to scan. */
  apps: readonly WalletAppChoice[];
}

export interface WalletHandoffContext extends WalletHandoffInput {
  /** The app that was chosen last; null where a code is shown. */
  appId: string | null;
  /** What the code says; null while no code is shown. */
  codeLink: string | null;
  /** When another code takes its place, by the clock of this device; null while no code is shown, and until the clock was read. */
  codeEndsAtMs: number | null;
  failure: Failure | null;
}

export type WalletHandoffEvent = { type: "ui.chooseApp"; appId: string } | { type: "ui.showCode" };

export interface HandoffLink {
  handoffLink: string;
}

export interface HandoffLinkRequest {
  orderId: string;
  walletType: WalletType;
  /** The app that the link opens; null: any browser. */
  appId: string | null;
}

/** The code's five minutes by PRODUCT.md, less a margin for a phone that scans at the last moment. Counted from its arrival, because the clock of the device may be wrong. */
export const CODE_SECONDS = 290;

const chooseApp = {
  guard: {
    type: "isListed",
    params: ({ event }: { event: { appId: string } }) => ({ appId: event.appId }),
  },
  target: "asking",
  actions: { type: "setApp", params: ({ event }: { event: { appId: string } }) => ({ appId: event.appId }) },
  description: "Open the order in this app.",
} as const;

const showCode = { guard: "hasNoApps", target: "asking", description: "Show a code for the phone." } as const;

/** Opens the payment page of one order in another browser: of a wallet app, or of the phone that scans a code. */
export const walletHandoffMachine = setup({
  types: {
    input: {} as WalletHandoffInput,
    context: {} as WalletHandoffContext,
    events: {} as WalletHandoffEvent,
    emitted: {} as Effect,
  },
  actors: {
    /** Asks for a link that counts once; for an app, in the form that opens it there. */
    requestLink: provideActor<HandoffLink, HandoffLinkRequest>("walletHandoff.requestLink"),
    countdown,
  },
  guards: {
    hasNoApps: ({ context }) => context.apps.length === 0,
    isForApp: ({ context }) => context.appId !== null,
    isListed: ({ context }, params: { appId: string }) => context.apps.some(({ appId }) => appId === params.appId),
  },
  actions: {
    setApp: assign((_, { appId }: { appId: string }) => ({ appId, failure: null })),
    ...failureActions,
  },
}).createMachine({
  id: "walletHandoff",
  description: "The way of one order into another browser: of a wallet app, or of a phone beside the desktop.",
  context: ({ input }) => ({ ...input, appId: null, codeLink: null, codeEndsAtMs: null, failure: null }),
  initial: "idle",
  states: {
    idle: {
      description: "The person may choose a wallet app, or ask for a code.",
      on: { "ui.chooseApp": chooseApp, "ui.showCode": showCode },
    },
    asking: {
      description: "The server is asked for a link that counts once.",
      invoke: {
        id: "requestLink",
        src: "requestLink",
        input: ({ context: { orderId, walletType, appId } }) => ({ orderId, walletType, appId }),
        onDone: [
          {
            guard: "isForApp",
            target: "left",
            description: "The link leads to the app.",
            actions: emit(({ event }) => ({ type: "leaveApp", url: event.output.handoffLink })),
          },
          {
            target: "showingCode",
            description: "The link is for the phone.",
            actions: assign({ codeLink: ({ event }) => event.output.handoffLink }),
          },
        ],
        onError: failTo({ target: "failed", description: "There is no link now." }),
      },
    },
    left: {
      description: "The app was opened, or its page where it is not installed. Another try needs another link.",
      on: { "ui.chooseApp": chooseApp },
    },
    showingCode: {
      description: "The phone may scan the code, which counts once.",
      invoke: {
        id: "countdown",
        src: "countdown",
        input: { lastsSeconds: CODE_SECONDS },
        onSnapshot: {
          description: "The clock was read.",
          actions: assign({ codeEndsAtMs: ({ event }) => event.snapshot.context?.endsAtMs ?? null }),
        },
        onDone: { target: "asking", description: "The code has run out: make another one." },
      },
      exit: assign({ codeLink: null, codeEndsAtMs: null }),
      on: { "ui.showCode": { target: "asking", description: "The code was used up: make another one." } },
    },
    failed: {
      description: "No link could be made.",
      on: { "ui.chooseApp": chooseApp, "ui.showCode": { ...showCode, actions: "clearFailure" } },
    },
  },
});
