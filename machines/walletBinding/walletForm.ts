import type { components } from "#contract/schema.d.ts";
import { findVisibleMistake } from "#domain/address/addressMistake.ts";
import type { WalletBindingContext } from "./walletBinding.machine.ts";

type Wallet = components["schemas"]["Wallet"];
type WalletType = components["schemas"]["WalletType"];

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
export function findFreeType(form: Room & Pick<WalletBindingContext, "walletType">): WalletType | null {
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

export function isComplete(form: WalletForm): boolean {
  const problems = listWalletProblems(form);
  return problems.walletType === null && problems.address === null;
}

/** What a complete form binds; no other is sent. */
export function getNewWallet({ walletType, address }: WalletForm): Pick<Wallet, "type" | "address"> {
  if (walletType === null) throw new Error("the form is not complete");
  return { type: walletType, address: address.trim() };
}

/** Whether a wallet of the type can be connected here and would prove something new. */
export function canConnect(
  { walletKinds, ...room }: Room & Pick<WalletBindingContext, "walletKinds">,
  walletType: WalletType,
): boolean {
  if (walletKinds[walletType] === undefined || !room.walletTypes.includes(walletType)) return false;
  const bound = room.wallets?.find(({ type }) => type === walletType);
  return bound === undefined ? !isFull(room) : !bound.proven;
}
