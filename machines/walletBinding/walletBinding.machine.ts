import { assign, emit, setup } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { normalizeEthereumAddress } from "#domain/address/ethereum.ts";
import { toFailure, type Failure } from "../failure.ts";
import { provideActor } from "../provideActor.ts";
import { keepFailure } from "../requestFailure.ts";
import { REQUEST_TIMEOUT_MS } from "../requestTimeoutMs.ts";
import { isSecurityCodeAsked, type SecuredAttempt } from "../securityCodePrompt/securedAttempt.ts";
import {
  securityCodePromptMachine,
  type SecurityCodePromptOutput,
} from "../securityCodePrompt/securityCodePrompt.machine.ts";

type Wallet = components["schemas"]["Wallet"];
type WalletType = components["schemas"]["WalletType"];

export interface WalletBindingInput {
  /** As typed; at the start what was typed before and not bound. */
  address: string;
}

/** What the page needs to know first. */
export interface WalletOptions {
  wallets: readonly Wallet[];
  /** Types open for new bindings; a single one is chosen from the start. */
  walletTypes: readonly WalletType[];
}

export interface WalletBindingContext extends WalletBindingInput {
  walletTypes: readonly WalletType[];
  /** Null until the list was read. */
  wallets: readonly Wallet[] | null;
  walletType: WalletType | null;
  /** Whether the form was sent with problems, so that they show. */
  isChecked: boolean;
  /** The wallet that was bound last. */
  boundWallet: Wallet | null;
  /** The wallet that is to be unbound. */
  walletId: string | null;
  failure: Failure | null;
}

export type WalletBindingEvent =
  | { type: "ui.open" }
  | { type: "ui.chooseType"; walletType: WalletType }
  | { type: "ui.type"; field: "address"; value: string }
  | { type: "ui.submit" }
  | { type: "ui.unbind"; walletId: string }
  | { type: "ui.confirm" }
  | { type: "ui.back" }
  | { type: "ui.continue" }
  | { type: "ui.retry" };

export type WalletBindingEmitted =
  /** Keep what was typed; null: there is nothing to keep any more. */
  | { type: "draft.changed"; address: string | null }
  /** What other screens show of the person's wallets is outdated. */
  | { type: "wallets.changed" }
  /** The person wants to replace the security code first. */
  | { type: "recovery.wanted" };

function findOnlyType(walletTypes: readonly WalletType[]): WalletType | null {
  return walletTypes.length === 1 ? (walletTypes[0] ?? null) : null;
}

type WalletForm = Pick<WalletBindingContext, "wallets" | "walletType" | "address">;

/** The address as it goes to the server, or null where it cannot be one. Other chains' rules are the server's. */
function normalizeAddress({ walletType, address }: WalletForm): string | null {
  if (walletType === "ETH") return normalizeEthereumAddress(address);
  return address.trim() === "" ? null : address.trim();
}

/** i18n keys of what is wrong with the form, by field. */
export function listWalletProblems(form: WalletForm): { walletType: string | null; address: string | null } {
  const isTaken = form.wallets?.some((wallet) => wallet.type === form.walletType) === true;
  const addressProblem =
    form.address.trim() === "" ? "wallet:problem.addressRequired" : "wallet:problem.addressInvalid";
  return {
    walletType: form.walletType === null ? "wallet:problem.typeRequired" : isTaken ? "wallet:problem.typeBound" : null,
    address: normalizeAddress(form) === null ? addressProblem : null,
  };
}

function isComplete(form: WalletForm): boolean {
  const problems = listWalletProblems(form);
  return problems.walletType === null && problems.address === null;
}

/** What the last try was. */
function toAttempt(context: WalletBindingContext): SecuredAttempt {
  if (context.walletId !== null) return { kind: "unbindWallet", walletId: context.walletId };
  return {
    kind: "bindWallet",
    type: context.walletType ?? "ETH",
    address: normalizeAddress(context) ?? context.address,
  };
}

/** A wallet that the server does not find is one that is not bound. */
function toUnbindFailure(error: unknown): Failure {
  const failure = toFailure(error);
  return failure.kind === "api" && failure.error === "notFound" ? { ...failure, error: "walletNotBound" } : failure;
}

/** Binds one wallet of a type by its typed address, and unbinds it again. The payment page asks for the proof. */
export const walletBindingMachine = setup({
  types: {
    input: {} as WalletBindingInput,
    context: {} as WalletBindingContext,
    events: {} as WalletBindingEvent,
    emitted: {} as WalletBindingEmitted,
    children: {} as { securityCodePrompt: "securityCodePrompt" },
  },
  actors: {
    loadWallets: provideActor<WalletOptions>("walletBinding.loadWallets"),
    bindWallet: provideActor<Wallet, { type: WalletType; address: string }>("walletBinding.bindWallet"),
    unbindWallet: provideActor<null, { walletId: string }>("walletBinding.unbindWallet"),
    securityCodePrompt: securityCodePromptMachine,
  },
  guards: {
    isComplete: ({ context }) => isComplete(context),
    isListed: ({ context }) => context.wallets !== null,
    isBound: ({ context }, params: { walletId: string }) =>
      context.wallets?.some((wallet) => wallet.walletId === params.walletId) === true,
    isSecurityCodeAsked: (_, params: { error: unknown }) => isSecurityCodeAsked(params.error),
    hasBound: (_, { output }: { output: SecurityCodePromptOutput }) =>
      output.status === "given" && output.result.kind === "bindWallet",
    hasUnbound: (_, { output }: { output: SecurityCodePromptOutput }) => output.status === "given",
    isForgotten: (_, { output }: { output: SecurityCodePromptOutput }) => output.status === "forgotten",
    isUnanswered: (_, { output }: { output: SecurityCodePromptOutput }) =>
      output.status === "failed" && output.failure.kind === "timeout",
    isFailed: (_, { output }: { output: SecurityCodePromptOutput }) => output.status === "failed",
  },
  actions: {
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    emitDraft: emit(({ context: { address } }) => ({
      type: "draft.changed",
      address: address === "" ? null : address,
    })),
    // What was chosen before the list was read again stays chosen.
    keepOptions: assign(({ context }, { wallets, walletTypes }: WalletOptions) => ({
      wallets,
      walletTypes,
      walletType: context.walletType ?? findOnlyType(walletTypes),
      failure: null,
    })),
    keepBound: assign(({ context }, { wallet }: { wallet: Wallet | null }) => ({
      boundWallet: wallet,
      wallets: [...(context.wallets ?? []), ...(wallet === null ? [] : [wallet])],
      walletType: findOnlyType(context.walletTypes),
      address: "",
      isChecked: false,
      failure: null,
    })),
    removeUnbound: assign(({ context }) => ({
      wallets: context.wallets?.filter((wallet) => wallet.walletId !== context.walletId) ?? null,
      walletId: null,
      failure: null,
    })),
    keepTryFailure: assign(({ context }, { error }: { error: unknown }) => ({
      failure: context.walletId === null ? toFailure(error) : toUnbindFailure(error),
      walletId: null,
    })),
    leaveTry: assign({ failure: null, walletId: null }),
    emitRecovery: emit({ type: "recovery.wanted" }),
    emitChanged: emit({ type: "wallets.changed" }),
  },
  delays: { requestTimeout: REQUEST_TIMEOUT_MS },
}).createMachine({
  id: "walletBinding",
  description: "Binding of wallets: at most one of each type, by typed address.",
  context: ({ input: { address } }) => ({
    walletTypes: [],
    wallets: null,
    walletType: null,
    address,
    isChecked: false,
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
      invoke: {
        id: "loadWallets",
        src: "loadWallets",
        onDone: {
          target: "choosing",
          description: "They arrived.",
          actions: {
            type: "keepOptions",
            params: ({ event }) => event.output,
          },
        },
        onError: {
          target: "failed",
          description: "The list cannot be read.",
          actions: keepFailure,
        },
      },
      after: { requestTimeout: { target: "timedOut", description: "No answer in time." } },
    },
    choosing: {
      description: "The bound wallets and the form for another one.",
      on: {
        "ui.chooseType": {
          description: "A wallet type was chosen.",
          actions: assign({ walletType: ({ event }) => event.walletType }),
        },
        "ui.type": {
          description: "The address is being typed.",
          actions: [assign({ address: ({ event }) => event.value }), "emitDraft"],
        },
        "ui.submit": [
          { guard: "isComplete", target: "binding", description: "Bind the typed address." },
          { description: "The form has problems: show them.", actions: assign({ isChecked: true }) },
        ],
        "ui.unbind": {
          guard: { type: "isBound", params: ({ event }) => ({ walletId: event.walletId }) },
          target: "confirmingUnbind",
          description: "A bound wallet is to go.",
          actions: assign({ walletId: ({ event }) => event.walletId }),
        },
      },
    },
    binding: {
      description: "The server is binding the wallet.",
      invoke: {
        id: "bindWallet",
        src: "bindWallet",
        input: ({ context }) => ({
          type: context.walletType ?? "ETH",
          address: normalizeAddress(context) ?? context.address,
        }),
        onDone: {
          target: "bound",
          description: "The wallet is bound.",
          actions: [
            { type: "keepBound", params: ({ event }) => ({ wallet: event.output }) },
            "emitDraft",
            "emitChanged",
          ],
        },
        onError: [
          {
            guard: { type: "isSecurityCodeAsked", params: ({ event }) => ({ error: event.error }) },
            target: "askingCode",
            description: "The server wants the security code.",
            actions: keepFailure,
          },
          {
            target: "failed",
            description: "Already bound, the limit is reached, or the server cannot do it.",
            actions: keepFailure,
          },
        ],
      },
      after: {
        requestTimeout: { target: "timedOut", description: "No answer in time; it may be bound all the same." },
      },
    },
    bound: {
      description: "The wallet was bound.",
      on: { "ui.continue": { target: "choosing", description: "Back to the list." } },
    },
    failed: {
      description: "The last step failed; what was typed is kept.",
      on: {
        "ui.retry": [
          {
            guard: "isListed",
            target: "choosing",
            description: "Back to the form.",
            actions: assign({ failure: null }),
          },
          { target: "loading", description: "Read the list again." },
        ],
      },
    },
    timedOut: {
      description: "No answer came; whether the wallet is bound shows in a fresh list.",
      on: {
        "ui.retry": {
          target: "loading",
          description: "Read the list again.",
          actions: assign({ wallets: null }),
        },
      },
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
          {
            guard: { type: "isSecurityCodeAsked", params: ({ event }) => ({ error: event.error }) },
            target: "askingCode",
            description: "The server wants the security code.",
            actions: keepFailure,
          },
          {
            target: "failed",
            description: "Not bound any more, or the server cannot do it.",
            actions: { type: "keepTryFailure", params: ({ event }) => ({ error: event.error }) },
          },
        ],
      },
      after: {
        requestTimeout: {
          target: "timedOut",
          description: "No answer in time; it may be unbound all the same.",
          actions: assign({ walletId: null }),
        },
      },
    },
    askingCode: {
      description: "The person is asked for the security code, and the try is repeated with it.",
      invoke: {
        id: "securityCodePrompt",
        src: "securityCodePrompt",
        input: ({ context }) => ({
          attempt: toAttempt(context),
          failure: context.failure ?? { kind: "aborted" },
        }),
        onDone: [
          {
            guard: { type: "hasBound", params: ({ event }) => ({ output: event.output }) },
            target: "bound",
            description: "The code was right: the wallet is bound.",
            actions: [
              {
                type: "keepBound",
                params: ({ event: { output } }) => ({
                  wallet:
                    output.status === "given" && output.result.kind === "bindWallet" ? output.result.wallet : null,
                }),
              },
              "emitDraft",
              "emitChanged",
            ],
          },
          {
            guard: { type: "hasUnbound", params: ({ event }) => ({ output: event.output }) },
            target: "unbound",
            description: "The code was right: the wallet is unbound.",
            actions: ["removeUnbound", "emitChanged"],
          },
          {
            guard: { type: "isForgotten", params: ({ event }) => ({ output: event.output }) },
            target: "choosing",
            description: "The code is to be recovered first.",
            actions: ["leaveTry", "emitRecovery"],
          },
          {
            guard: { type: "isUnanswered", params: ({ event }) => ({ output: event.output }) },
            target: "timedOut",
            description: "No answer in time; it may be done all the same.",
            actions: "leaveTry",
          },
          {
            guard: { type: "isFailed", params: ({ event }) => ({ output: event.output }) },
            target: "failed",
            description: "The server refused for another reason.",
            actions: {
              type: "keepTryFailure",
              params: ({ event: { output } }) => ({ error: output.status === "failed" ? output.failure : null }),
            },
          },
          { target: "choosing", description: "The person gave it up.", actions: "leaveTry" },
        ],
        onError: {
          target: "failed",
          description: "The question broke.",
          actions: { type: "keepTryFailure", params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    unbound: {
      description: "The wallet was unbound.",
      on: { "ui.continue": { target: "choosing", description: "Back to the list." } },
    },
  },
});

/** Addresses are public. */
export const walletBindingSecrets: readonly string[] = [];
