import { assign, emit, setup } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { findAddressType } from "#domain/address/findAddressType.ts";
import { findVisibleMistake } from "#domain/address/addressMistake.ts";
import { type Failure, hasApiError, isTimeout, toFailure } from "../kit/failure.ts";
import { provideActor } from "../kit/provideActor.ts";
import { failureActions } from "../kit/request.ts";
import { walletConnectionMachine } from "../walletConnection/walletConnection.machine.ts";
import {
  getConnected,
  type OwnershipProof,
  type WalletConnectionInput,
  type WalletConnectionOutput,
  type WalletKinds,
} from "../walletConnection/walletConnection.setup.ts";
import { isSecurityCodeAsked, type SecuredAttempt } from "../securityCodePrompt/securedAttempt.ts";
import { type PromptEnd, promptGuards } from "../kit/secured.ts";
import { securityCodePromptMachine } from "../securityCodePrompt/securityCodePrompt.machine.ts";

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
  /** A proof that is to be repeated with the security code. */
  ownershipProof: OwnershipProof | null;
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

export type WalletBindingEmitted =
  /** Keep what was typed; null: there is nothing to keep any more. */
  | { type: "draft.changed"; address: string | null }
  /** The wallets changed, so other screens must read them again. */
  | { type: "wallets.changed" }
  /** The person wants to replace the security code first. */
  | { type: "recovery.wanted" };

/** A proof may come to a wallet that is bound already. */
function replaceWallet(wallets: readonly Wallet[], wallet: Wallet | null): readonly Wallet[] {
  return wallet === null ? wallets : [...wallets.filter(({ type }) => type !== wallet.type), wallet];
}

type Room = Pick<WalletBindingContext, "walletTypes" | "wallets" | "maxWallets">;

/** Whether another wallet has to be unbound before one of a new type is bound. */
export function isFull({ wallets, maxWallets }: Pick<Room, "wallets" | "maxWallets">): boolean {
  return wallets !== null && wallets.length >= maxWallets;
}

/** Those that hold no wallet yet, as long as one more can be bound. */
export function listFreeTypes({ walletTypes, wallets, maxWallets }: Room): readonly WalletType[] {
  if (isFull({ wallets, maxWallets })) return [];

  return walletTypes.filter((walletType) => wallets?.some(({ type }) => type === walletType) !== true);
}

/** The chosen type while it is free; else the only one that is, for where one is left there is no choice. */
function findFreeType(form: Room & Pick<WalletBindingContext, "walletType">): WalletType | null {
  const freeTypes = listFreeTypes(form);
  if (form.walletType !== null && freeTypes.includes(form.walletType)) return form.walletType;
  return freeTypes.length === 1 ? (freeTypes[0] ?? null) : null;
}

type WalletForm = Pick<
  WalletBindingContext,
  "networkIds" | "wallets" | "maxWallets" | "walletType" | "address" | "addressRefusal"
>;

/** i18n key. The server looks closer than at what is visible; without a type, any text can be an address. */
function findAddressProblem({ networkIds, walletType, address, addressRefusal }: WalletForm): string | null {
  if (address.trim() === "") return "wallet:problem.addressRequired";
  const mistake = walletType === null ? null : findVisibleMistake(walletType, address, networkIds[walletType] ?? null);
  if (mistake !== null && mistake !== "form") return `wallet:addressMistake.${mistake}`;
  if (mistake === "form" || addressRefusal === "") return "wallet:problem.addressInvalid";
  return addressRefusal === null ? null : "app:toast.told";
}

/** i18n keys of what is wrong with the form, by field. */
export function listWalletProblems(form: WalletForm): { walletType: string | null; address: string | null } {
  return { walletType: findTypeProblem(form), address: findAddressProblem(form) };
}

function findTypeProblem(form: WalletForm): string | null {
  if (form.wallets?.some((wallet) => wallet.type === form.walletType) === true) return "wallet:problem.typeBound";
  if (isFull(form)) return "errors:walletLimitReached";
  return form.walletType === null ? "wallet:problem.typeRequired" : null;
}

function isComplete(form: WalletForm): boolean {
  const problems = listWalletProblems(form);
  return problems.walletType === null && problems.address === null;
}

/** What a complete form binds; no other is sent. */
export function getNewWallet({ walletType, address }: WalletForm): Pick<Wallet, "type" | "address"> {
  if (walletType === null) throw new Error("the form is not complete");
  return { type: walletType, address: address.trim() };
}

/** Whether a wallet of the type can be connected here and would prove something new. */
function canConnect(
  { walletKinds, ...room }: Room & Pick<WalletBindingContext, "walletKinds">,
  walletType: WalletType,
): boolean {
  if (walletKinds[walletType] === undefined || !room.walletTypes.includes(walletType)) return false;
  const bound = room.wallets?.find(({ type }) => type === walletType);
  return bound === undefined ? !isFull(room) : !bound.proven;
}

/** Where a wallet of the type is bound and not proven, only that one is connected. */
export function createConnectionInput({
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
    hasReference: false,
    connectorId: null,
  };
}

/** What the last try was. */
export function toAttempt(context: WalletBindingContext): SecuredAttempt {
  if (context.walletId !== null) return { kind: "unbindWallet", walletId: context.walletId };
  if (context.ownershipProof !== null) return { kind: "bindWallet", ...context.ownershipProof };
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
    tags: {} as "busy",
    emitted: {} as WalletBindingEmitted,
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
    isCodeAsked: (_, { output }: { output: WalletConnectionOutput }) => output.status === "codeAsked",
    isComplete: ({ context }) => isComplete(context),
    isBound: ({ context }, params: { walletId: string }) =>
      context.wallets?.some((wallet) => wallet.walletId === params.walletId) === true,
    isAddressRefused: (_, params: { error: unknown }) => hasApiError(params.error, "invalidRequest"),
    isSecurityCodeAsked: (_, params: { error: unknown }) => isSecurityCodeAsked(params.error),
    ...promptGuards,
    hasBound: (_, { output }: PromptEnd) => output.status === "given" && output.result.kind === "bindWallet",
    isUnanswered: (_, { output }: PromptEnd) => output.status === "failed" && output.failure.kind === "timeout",
  },
  actions: {
    countRejected: assign(({ context }) => ({ rejectedSubmits: context.rejectedSubmits + 1 })),
    setAddressRefusal: assign(({ context }, { error }: { error: unknown }) => {
      const failure = toFailure(error);
      return {
        showsProblems: true,
        rejectedSubmits: context.rejectedSubmits + 1,
        addressRefusal: "message" in failure ? failure.message : "",
      };
    }),
    ...failureActions,
    setTyped: assign(({ context }, { address }: { address: string }) => {
      const found = findAddressType(address);
      const isFree = found !== null && listFreeTypes(context).includes(found);
      return {
        address,
        walletType: isFree ? found : context.walletType,
        addressRefusal: null,
        hasRefusedSecret: false,
      };
    }),
    refuseSecret: assign({ address: "", hasRefusedSecret: true }),
    emitDraft: emit(({ context: { address } }) => ({
      type: "draft.changed",
      address: address === "" ? null : address,
    })),
    // What was chosen before the list was read again stays chosen.
    setOptions: assign(({ context }, options: WalletOptions) => ({
      ...options,
      walletType: findFreeType({ ...options, walletType: context.walletType }),
    })),
    setBound: assign(({ context }, { wallet }: { wallet: Wallet | null }) => {
      const wallets = replaceWallet(context.wallets ?? [], wallet);
      return {
        boundWallet: wallet,
        wallets,
        walletType: findFreeType({ ...context, wallets, walletType: null }),
        address: "",
        showsProblems: false,
        addressRefusal: null,
        ownershipProof: null,
      };
    }),
    removeUnbound: assign(({ context }) => {
      const wallets = context.wallets?.filter((wallet) => wallet.walletId !== context.walletId) ?? null;
      return { wallets, walletType: findFreeType({ ...context, wallets }), walletId: null };
    }),
    setTryFailure: assign(({ context }, { error }: { error: unknown }) => ({
      failure: context.walletId === null ? toFailure(error) : toUnbindFailure(error),
      walletId: null,
      ownershipProof: null,
    })),
    forgetList: assign({ wallets: null }),
    clearTry: assign({ walletId: null, ownershipProof: null }),
    emitRecovery: emit({ type: "recovery.wanted" }),
    emitChanged: emit({ type: "wallets.changed" }),
  },
});
