import { assign, emit, setup } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { ADDRESS_RULES } from "#domain/address/addressRules.ts";
import { toFailure, type Failure } from "../failure.ts";
import { provideActor } from "../provideActor.ts";
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
  /** The wallets changed, so other screens must read them again. */
  | { type: "wallets.changed" }
  /** The person wants to replace the security code first. */
  | { type: "recovery.wanted" };

function findOnlyType(walletTypes: readonly WalletType[]): WalletType | null {
  return walletTypes.length === 1 ? (walletTypes[0] ?? null) : null;
}

type WalletForm = Pick<WalletBindingContext, "wallets" | "walletType" | "address">;

/** The address as it goes to the server, or null where it cannot be one. Without a type, any text can. */
function normalizeAddress({ walletType, address }: WalletForm): string | null {
  if (walletType !== null) return ADDRESS_RULES[walletType].normalize(address);
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

/** What a complete form binds; no other is sent. */
export function getNewWallet(form: WalletForm): Pick<Wallet, "type" | "address"> {
  const address = normalizeAddress(form);
  if (form.walletType === null || address === null) throw new Error("the form is not complete");
  return { type: form.walletType, address };
}

/** What the last try was. */
export function toAttempt(context: WalletBindingContext): SecuredAttempt {
  if (context.walletId !== null) return { kind: "unbindWallet", walletId: context.walletId };
  return { kind: "bindWallet", ...getNewWallet(context) };
}

/** A wallet that the server does not find is one that is not bound. */
function toUnbindFailure(error: unknown): Failure {
  const failure = toFailure(error);
  return failure.kind === "api" && failure.error === "notFound" ? { ...failure, error: "walletNotBound" } : failure;
}

export const walletBindingSetup = setup({
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
});
