import { assign, emit, setup } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { findAddressType } from "#domain/address/findAddressType.ts";
import type { Effect } from "../kit/effects.ts";
import { type Failure, hasApiError, isTimeout, toFailure } from "../kit/failure.ts";
import { provideActor } from "../kit/provide.ts";
import { failTo, failureActions, ifTimeout, readError, readOutput, readOutputError } from "../kit/request.ts";
import { type PromptEnd, promptGuards, readBound, secured, ifCodeAsked } from "../kit/secured.ts";
import type { SecuredAttempt } from "../securityCodePrompt/securedAttempt.ts";
import { securityCodePromptMachine } from "../securityCodePrompt/securityCodePrompt.machine.ts";
import { getConnected } from "../walletConnection/getConnected.ts";
import {
  type WalletConnectionInput,
  walletConnectionMachine,
  type WalletConnectionOutput,
} from "../walletConnection/walletConnection.machine.ts";
import type { WalletKinds } from "../walletConnection/walletKind.ts";
import { canConnect, findFreeType, getNewWallet, isComplete, listFreeTypes } from "./walletForm.ts";

type Wallet = components["schemas"]["Wallet"];
type WalletType = components["schemas"]["WalletType"];

export interface WalletBindingInput {
  /** The kinds of wallets that can be connected here, to be bound with the proof. */
  walletKinds: WalletKinds;
  /** As typed; at the start what was typed before and not bound. */
  address: string;
  /** What the page was opened for, e.g. of the coin that is to be withdrawn; null: any. */
  walletType: WalletType | null;
}

/** What the page needs to know first. */
export interface WalletOptions {
  wallets: readonly Wallet[];
  /** Types open for new bindings; a single one is chosen from the start. */
  walletTypes: readonly WalletType[];
  /** Types whose coin can be sent now; with others only a balance is withdrawn. */
  payingTypes: readonly WalletType[];
  /** CAIP-2 ids of the networks of these types, where they are known. */
  networkIds: Readonly<Partial<Record<WalletType, string>>>;
  /** How many of these wallets a person can have at once. */
  maxWallets: number;
  /** Of which a proof blocks withdrawals of the coin for a day: another wallet of the type was proven before. */
  blockingTypes: readonly WalletType[];
}

export interface WalletBindingContext extends WalletBindingInput {
  walletTypes: readonly WalletType[];
  payingTypes: readonly WalletType[];
  networkIds: WalletOptions["networkIds"];
  blockingTypes: WalletOptions["blockingTypes"];
  maxWallets: number;
  /** Null until the list was read. */
  wallets: readonly Wallet[] | null;
  /** Whether a recovery phrase or a private key was pasted in place of an address. */
  hasRefusedSecret: boolean;
  /** Whether the form was sent with problems, so that they show. */
  showsProblems: boolean;
  /** How often the form was sent with a problem, so that the wrong field takes the focus each time. */
  rejectedSubmits: number;
  /** The server's words on the address that it refused, e.g. for its checksum; null before it did. */
  addressRefusal: string | null;
  /** The wallet that was bound last. */
  boundWallet: Wallet | null;
  /** The wallet that is to be unbound. */
  walletId: string | null;
  /** Why the last step failed; shown while it is `failed`. */
  failure: Failure | null;
}

export type WalletBindingEvent =
  | { type: "ui.open" }
  | { type: "ui.chooseType"; walletType: WalletType }
  | { type: "ui.type"; field: "address"; value: string }
  /** A recovery phrase or a private key was pasted, which goes no further than the field. */
  | { type: "ui.refuseSecret" }
  | { type: "ui.submit" }
  | { type: "ui.connect"; walletType: WalletType }
  | { type: "ui.unbind"; walletId: string }
  | { type: "ui.confirm" }
  | { type: "ui.back" }
  | { type: "ui.continue" }
  | { type: "ui.retry" }
  | { type: "app.online" };

/** A proof may come to a wallet that is bound already. */
function replaceWallet(wallets: readonly Wallet[], wallet: Wallet | null): readonly Wallet[] {
  return wallet === null ? wallets : [...wallets.filter(({ type }) => type !== wallet.type), wallet];
}

/** Where a wallet of the type is bound and not proven, only that one is connected. */
function createConnectionInput({
  walletKinds,
  walletType,
  wallets,
  networkIds,
  blockingTypes,
}: WalletBindingContext): WalletConnectionInput {
  const kind = walletType === null ? undefined : walletKinds[walletType];
  if (walletType === null || kind === undefined) throw new Error("this kind cannot be connected");
  return {
    ...kind,
    walletType,
    expectedAddress: wallets?.find(({ type }) => type === walletType)?.address ?? null,
    networkId: networkIds[walletType] ?? null,
    isProven: false,
    isBlocking: blockingTypes.includes(walletType),
    isExplained: false,
    hasReference: false,
    connectorId: null,
  };
}

/** What the last try was. */
function toAttempt(context: WalletBindingContext): SecuredAttempt {
  if (context.walletId !== null) return { kind: "unbindWallet", walletId: context.walletId };
  return { kind: "bindWallet", ...getNewWallet(context) };
}

/** A wallet that the server does not find is one that is not bound. */
function toUnbindFailure(error: unknown): Failure {
  const failure = toFailure(error);
  return failure.kind === "api" && failure.error === "notFound" ? { ...failure, error: "walletNotBound" } : failure;
}

const walletBindingSetup = setup({
  types: {
    input: {} as WalletBindingInput,
    context: {} as WalletBindingContext,
    events: {} as WalletBindingEvent,
    tags: {} as "busy",
    emitted: {} as Effect,
    children: {} as { securityCodePrompt: "securityCodePrompt"; walletConnection: "walletConnection" },
  },
  actors: {
    loadWallets: provideActor<WalletOptions>("walletBinding.loadWallets"),
    bindWallet: provideActor<Wallet, { type: WalletType; address: string }>("walletBinding.bindWallet"),
    unbindWallet: provideActor<null, { walletId: string }>("walletBinding.unbindWallet"),
    securityCodePrompt: securityCodePromptMachine,
    walletConnection: walletConnectionMachine,
  },
  guards: {
    isTimeout: (_, { error }: { error: unknown }) => isTimeout(error),
    canConnect: ({ context }, params: { walletType: WalletType }) => canConnect(context, params.walletType),
    isConnected: (_, { output }: { output: WalletConnectionOutput }) => (getConnected(output)?.wallet ?? null) !== null,
    isCodeForgotten: (_, { output }: { output: WalletConnectionOutput }) => output.status === "forgotten",
    isComplete: ({ context }) => isComplete(context),
    isBound: ({ context }, params: { walletId: string }) =>
      context.wallets?.some((wallet) => wallet.walletId === params.walletId) === true,
    isAddressRefused: (_, params: { error: unknown }) => hasApiError(params.error, "invalidRequest"),
    ...promptGuards,
    hasBound: (_, { output }: PromptEnd) => output.status === "given" && output.result.kind === "bindWallet",
  },
  actions: {
    ...failureActions,
    emitDraft: emit(({ context: { address } }) => ({ type: "draft.changed", text: address })),
    setBound: assign(({ context }, { wallet }: { wallet: Wallet | null }) => {
      const wallets = replaceWallet(context.wallets ?? [], wallet);
      return {
        boundWallet: wallet,
        wallets,
        walletType: findFreeType({ ...context, wallets, walletType: null }),
        address: "",
        showsProblems: false,
        addressRefusal: null,
      };
    }),
    removeUnbound: assign(({ context }) => {
      const wallets = context.wallets?.filter((wallet) => wallet.walletId !== context.walletId) ?? null;
      return { wallets, walletType: findFreeType({ ...context, wallets }), walletId: null };
    }),
    setTryFailure: assign(({ context }, { error }: { error: unknown }) => ({
      failure: context.walletId === null ? toFailure(error) : toUnbindFailure(error),
      walletId: null,
    })),
    forgetList: assign({ wallets: null }),
    clearTry: assign({ walletId: null }),
    emitRecovery: emit({ type: "code.wanted", isForgotten: true }),
    emitChanged: emit({ type: "app.userChanged" }),
  },
});

/** An answer may have been lost, so nothing is offered before the list is read again, here and elsewhere. */
const readAnew = {
  target: "loading",
  description: "Read the list again.",
  actions: ["forgetList", "emitChanged"],
} as const;

/** Binds one wallet of a type by its typed address, or by connecting it with the proof, and unbinds it again. */
export const walletBindingMachine = walletBindingSetup.createMachine({
  id: "walletBinding",
  description: "Binding of wallets: at most one of each type.",
  context: ({ input: { address, walletKinds, walletType } }) => ({
    walletKinds,
    walletTypes: [],
    payingTypes: [],
    networkIds: {},
    blockingTypes: [],
    maxWallets: 0,
    wallets: null,
    walletType,
    address,
    hasRefusedSecret: false,
    showsProblems: false,
    rejectedSubmits: 0,
    addressRefusal: null,
    boundWallet: null,
    walletId: null,
    failure: null,
  }),
  initial: "idle",
  states: {
    idle: {
      description: "Nothing is known yet.",
      on: { "ui.open": { target: "loading", description: "The person came to the wallets." } },
    },
    loading: {
      description: "The bound wallets and the open types are being read.",
      tags: "busy",
      invoke: {
        id: "loadWallets",
        src: "loadWallets",
        onDone: {
          target: "choosing",
          description: "They arrived.",
          actions: assign(({ context, event: { output } }) => ({
            ...output,
            // What was chosen before the list was read again stays chosen.
            walletType: findFreeType({ ...output, walletType: context.walletType }),
          })),
        },
        onError: [
          { guard: ifTimeout, target: "timedOut", description: "No answer in time." },
          failTo({ target: "failed", description: "The list cannot be read." }),
        ],
      },
    },
    choosing: {
      description: "The bound wallets and the form for another one.",
      on: {
        "ui.chooseType": {
          description: "A wallet type was chosen.",
          actions: assign({ walletType: ({ event }) => event.walletType, addressRefusal: null }),
        },
        "ui.type": {
          description: "The address is being typed; it tells the type of its wallet.",
          actions: [
            assign({
              address: ({ event }) => event.value,
              walletType: ({ context, event }) => {
                const found = findAddressType(event.value);
                return found !== null && listFreeTypes(context).includes(found) ? found : context.walletType;
              },
              addressRefusal: null,
              hasRefusedSecret: false,
            }),
            "emitDraft",
          ],
        },
        "ui.refuseSecret": {
          description: "What was pasted belongs into no field: it is forgotten, and the person is warned.",
          actions: [assign({ address: "", hasRefusedSecret: true }), "emitDraft"],
        },
        "ui.submit": [
          { guard: "isComplete", target: "binding", description: "Bind the typed address." },
          {
            description: "The form has problems: show them.",
            actions: assign({ showsProblems: true, rejectedSubmits: ({ context }) => context.rejectedSubmits + 1 }),
          },
        ],
        "ui.connect": {
          guard: { type: "canConnect", params: ({ event }) => event },
          target: "connecting",
          description: "Bind a wallet by connecting it.",
          actions: assign({ walletType: ({ event }) => event.walletType }),
        },
        "ui.unbind": {
          guard: { type: "isBound", params: ({ event }) => event },
          target: "confirmingUnbind",
          description: "A bound wallet is to go.",
          actions: assign({ walletId: ({ event }) => event.walletId }),
        },
      },
    },
    binding: {
      description: "The server is binding the wallet.",
      tags: "busy",
      invoke: {
        id: "bindWallet",
        src: "bindWallet",
        input: ({ context }) => getNewWallet(context),
        onDone: {
          target: "bound",
          description: "The wallet is bound.",
          actions: [
            { type: "setBound", params: ({ event }) => ({ wallet: event.output }) },
            "emitDraft",
            "emitChanged",
          ],
        },
        onError: [
          {
            guard: { type: "isAddressRefused", params: readError },
            target: "choosing",
            description: "The address is wrong: the form shows how.",
            actions: assign({
              showsProblems: true,
              rejectedSubmits: ({ context }) => context.rejectedSubmits + 1,
              addressRefusal: ({ event }) => {
                const failure = toFailure(event.error);
                return "message" in failure ? failure.message : "";
              },
            }),
          },
          ifCodeAsked("askingCode"),
          { guard: ifTimeout, target: "timedOut", description: "No answer in time; it may be bound all the same." },
          failTo({ target: "failed", description: "Already bound, the limit is reached, or the server cannot do it." }),
        ],
      },
    },
    connecting: {
      description: "A wallet is being connected, and bound with its proof.",
      invoke: {
        id: "walletConnection",
        src: "walletConnection",
        input: ({ context }) => createConnectionInput(context),
        onDone: [
          {
            guard: { type: "isConnected", params: readOutput },
            target: "bound",
            description: "It is bound, and its owner is proven.",
            actions: [
              {
                type: "setBound",
                params: ({ event: { output } }) => ({ wallet: getConnected(output)?.wallet ?? null }),
              },
              "emitDraft",
              "emitChanged",
            ],
          },
          {
            guard: { type: "isCodeForgotten", params: readOutput },
            target: "choosing",
            description: "The security code is to be recovered first.",
            actions: "emitRecovery",
          },
          { target: "loading", description: "The person gave it up; the list shows whether the server had bound it." },
        ],
        onError: failTo({ target: "failed", description: "The connection broke." }),
      },
    },
    bound: {
      description: "The wallet was bound.",
      on: { "ui.continue": { target: "choosing", description: "Back to the list." } },
    },
    failed: {
      description: "The last step failed; what was typed is kept.",
      on: {
        "ui.retry": readAnew,
        "app.online": { ...readAnew, description: "The device has a network again." },
      },
    },
    timedOut: {
      description: "No answer came; whether the wallet is bound shows in a fresh list.",
      on: { "ui.retry": readAnew },
    },
    confirmingUnbind: {
      description: "Asks whether the wallet is really to be unbound.",
      on: {
        "ui.confirm": { target: "unbinding", description: "Yes, unbind it." },
        "ui.back": {
          target: "choosing",
          description: "No, keep it.",
          actions: assign({ walletId: null }),
        },
      },
    },
    unbinding: {
      description: "The server is unbinding the wallet.",
      tags: "busy",
      invoke: {
        id: "unbindWallet",
        src: "unbindWallet",
        input: ({ context }) => ({ walletId: context.walletId ?? "" }),
        onDone: {
          target: "unbound",
          description: "The wallet is unbound.",
          actions: ["removeUnbound", "emitChanged"],
        },
        onError: [
          ifCodeAsked("askingCode"),
          {
            guard: ifTimeout,
            target: "timedOut",
            description: "No answer in time; it may be unbound all the same.",
            actions: assign({ walletId: null }),
          },
          {
            target: "failed",
            description: "Not bound any more, or the server cannot do it.",
            actions: { type: "setTryFailure", params: readError },
          },
        ],
      },
    },
    askingCode: {
      description: "The person is asked for the security code, and the try is repeated with it.",
      invoke: secured({
        attempt: toAttempt,
        failure: ({ failure }: WalletBindingContext) => failure,
        cases: [
          {
            guard: { type: "hasBound", params: readOutput },
            target: "bound",
            description: "The code was right: the wallet is bound.",
            actions: [{ type: "setBound", params: readBound }, "emitDraft", "emitChanged"],
          },
          {
            guard: { type: "isTimeout", params: readOutputError },
            target: "timedOut",
            description: "No answer in time; it may be done all the same.",
            actions: "clearTry",
          },
        ],
        given: {
          target: "unbound",
          description: "The code was right: the wallet is unbound.",
          actions: ["removeUnbound", "emitChanged"],
        },
        forgotten: {
          target: "choosing",
          description: "The code is to be recovered first.",
          actions: ["clearTry", "emitRecovery"],
        },
        failed: {
          target: "failed",
          description: "The server refused for another reason.",
          actions: { type: "setTryFailure", params: readOutputError },
        },
        givenUp: { target: "choosing", description: "The person gave it up.", actions: "clearTry" },
        broken: { target: "failed", actions: { type: "setTryFailure", params: readError } },
      }),
    },
    unbound: {
      description: "The wallet was unbound.",
      on: {
        "ui.continue": {
          target: "loading",
          description: "Back to the list, read again: the next wallet may take this one's place.",
        },
      },
    },
  },
});
