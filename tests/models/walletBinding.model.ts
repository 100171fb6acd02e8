import { walletBindingMachine, walletBindingSecrets } from "#machines/walletBinding/walletBinding.machine.ts";
import { walletBindingTable, type WalletBindingShape } from "#machines/walletBinding/walletBinding.table.ts";
import { viewWalletBinding } from "#machines/walletBinding/walletBinding.view.ts";
import { defineModel } from "./model.ts";

const ADDRESS = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const WALLET = { walletId: "w1", type: "ETH", address: ADDRESS, proven: false } as const;
const CODE_ASKED = { kind: "api", error: "securityCodeRequired", message: "" } as const;

export const model = defineModel<WalletBindingShape>({
  machine: walletBindingMachine,
  table: walletBindingTable,
  secrets: walletBindingSecrets,
  inputs: [{ address: "" }, { address: "0x12" }],
  events: {
    "ui.open": [{ type: "ui.open" }],
    "ui.chooseType": [
      { type: "ui.chooseType", walletType: "ETH" },
      { type: "ui.chooseType", walletType: "Ton" },
    ],
    "ui.type": [
      { type: "ui.type", field: "address", value: ADDRESS.toLowerCase() },
      { type: "ui.type", field: "address", value: "0x12" },
      { type: "ui.type", field: "address", value: "" },
    ],
    "ui.submit": [{ type: "ui.submit" }],
    "ui.unbind": [
      { type: "ui.unbind", walletId: "w1" },
      { type: "ui.unbind", walletId: "w9" },
    ],
    "ui.confirm": [{ type: "ui.confirm" }],
    "ui.back": [{ type: "ui.back" }],
    "ui.continue": [{ type: "ui.continue" }],
    "ui.retry": [{ type: "ui.retry" }],
  },
  outcomes: {
    loadWallets: {
      done: [
        { wallets: [], walletTypes: ["ETH", "Ton"] },
        { wallets: [WALLET], walletTypes: ["ETH"] },
      ],
      error: [{ kind: "network" }],
    },
    bindWallet: { done: [WALLET], error: [{ kind: "api", error: "walletAlreadyBound", message: "" }, CODE_ASKED] },
    unbindWallet: {
      done: [null],
      error: [{ kind: "api", error: "notFound", message: "" }, CODE_ASKED, new Error("broken")],
    },
    securityCodePrompt: {
      done: [
        { status: "given", result: { kind: "bindWallet", wallet: WALLET } },
        { status: "given", result: { kind: "unbindWallet" } },
        { status: "forgotten" },
        { status: "failed", failure: { kind: "timeout" } },
        { status: "failed", failure: { kind: "api", error: "notFound", message: "" } },
        { status: "cancelled" },
      ],
      error: [new Error("broken")],
    },
  },
  // The code goes with the try that was refused without it.
  isWalked: (stimulus, { walletId }) => stimulus !== `done(securityCodePrompt)#${walletId === null ? "1" : "0"}`,
  key: ({ wallets, walletType, address, walletTypes, walletId }) => ({
    wallets: wallets?.length ?? null,
    walletType,
    hasAddress: address.length > 4,
    walletTypes: walletTypes.length,
    walletId,
  }),
  invariants: {
    "the list is known where a wallet can be chosen": ({ wallets }, isIn) => !isIn("choosing") || wallets !== null,
    "a wallet is named while it is being unbound": ({ walletId }, isIn) =>
      (walletId !== null) ===
      (isIn("unbinding") || isIn("confirmingUnbind") || (isIn("askingCode") && walletId !== null)),
    "a failure shows only what failed": ({ failure }, isIn) => !isIn("failed") || failure !== null,
    "at most one wallet of a type": ({ wallets }) =>
      wallets === null || new Set(wallets.map(({ type }) => type)).size === wallets.length,
    "bound names the wallet": ({ boundWallet }, isIn) => !isIn("bound") || boundWallet !== null,
  },
  view: viewWalletBinding,
  withoutControl: ["ui.type"],
});
