import { type WalletBindingContext, walletBindingMachine } from "./walletBinding.machine.ts";
import { listFreeTypes } from "./walletForm.ts";
import { viewWalletBinding } from "./walletBinding.view.ts";
import { defineModel } from "#tests/models/model.ts";
import type { components } from "#contract/schema.d.ts";
import { sampleTonKind, sampleWallet, sampleConnected } from "#tests/support/samples.ts";

type Wallet = components["schemas"]["Wallet"];
const WALLET = { ...sampleWallet, proven: false };
const TON_WALLET = {
  walletId: "w2",
  type: "Ton",
  address: "UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI",
  proven: false,
} as const;
const WALKED_WITH_WALLETS: ReadonlySet<string> = new Set([
  "ui.open",
  "done(loadWallets)",
  "ui.connect",
  "done(walletConnection)",
  "error(walletConnection)",
  "done(securityCodePrompt)",
  "error(securityCodePrompt)",
  "ui.continue",
  "ui.retry",
]);
const CONNECTED = { ...sampleConnected, connectorId: "tonkeeper", address: TON_WALLET.address, networkId: "tvm:-3" };
const CODE_ASKED = { kind: "api", error: "securityCodeRequired", message: "" } as const;

const SECRET = "test test test test test test test test test test test junk";

function isByConnection(context: WalletBindingContext, asked: Wallet["type"] | null): boolean {
  const { walletType, walletKinds, address } = context;
  return (
    asked !== null &&
    asked === walletType &&
    address === "" &&
    walletType in walletKinds &&
    listFreeTypes(context).includes(walletType)
  );
}

export const model = defineModel({
  machine: walletBindingMachine,
  inputs: [
    { address: "", walletKinds: {}, walletType: null },
    { address: "0x12", walletKinds: { Ton: sampleTonKind }, walletType: "Ton" },
  ],
  events: {
    "ui.chooseType": [
      { type: "ui.chooseType", walletType: "ETH" },
      { type: "ui.chooseType", walletType: "Ton" },
    ],
    "ui.type": [
      { type: "ui.type", field: "address", value: sampleWallet.address.toLowerCase() },
      { type: "ui.type", field: "address", value: "0x12" },
      { type: "ui.type", field: "address", value: "" },
    ],
    "ui.connect": [
      { type: "ui.connect", walletType: "Ton" },
      { type: "ui.connect", walletType: "ETH" },
    ],
    "ui.unbind": [
      { type: "ui.unbind", walletId: "w1" },
      { type: "ui.unbind", walletId: "w2" },
      { type: "ui.unbind", walletId: "w9" },
    ],
  },
  outcomes: {
    loadWallets: {
      done: [
        {
          wallets: [],
          walletTypes: ["ETH", "Ton"],
          payingTypes: ["ETH"],
          networkIds: { Ton: "tvm:-3" },
          blockingTypes: ["Ton"],
          maxWallets: 4,
        },
        {
          wallets: [WALLET],
          walletTypes: ["ETH"],
          payingTypes: ["ETH"],
          networkIds: {},
          blockingTypes: [],
          maxWallets: 4,
        },
        {
          wallets: [TON_WALLET],
          walletTypes: ["Ton"],
          payingTypes: [],
          networkIds: {},
          blockingTypes: [],
          maxWallets: 4,
        },
        {
          wallets: [WALLET],
          walletTypes: ["ETH", "Ton"],
          payingTypes: ["ETH"],
          networkIds: {},
          blockingTypes: [],
          maxWallets: 1,
        },
      ],
      error: [{ kind: "network" }, { kind: "timeout" }],
    },
    bindWallet: {
      done: [WALLET],
      error: [
        { kind: "api", error: "walletAlreadyBound", message: "" },
        { kind: "timeout" },
        CODE_ASKED,
        { kind: "api", error: "invalidRequest", message: "Its checksum is wrong." },
        { kind: "api", error: "invalidRequest", message: "" },
      ],
    },
    unbindWallet: {
      done: [null],
      error: [{ kind: "api", error: "notFound", message: "" }, CODE_ASKED, { kind: "timeout" }, new Error("broken")],
    },
    walletConnection: {
      done: [
        { ...CONNECTED, wallet: { ...TON_WALLET, proven: true } },
        { ...CONNECTED, wallet: null },
        { status: "forgotten" },
        { status: "cancelled" },
      ],
      error: [new Error("broken")],
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
  isWalked: (stimulus, { walletId, walletKinds }) => {
    const [kind = ""] = stimulus.split("#");
    // The rest is the same whether a wallet can be connected here or not.
    if (Object.keys(walletKinds).length > 0 && !WALKED_WITH_WALLETS.has(kind)) return false;
    return stimulus !== `done(securityCodePrompt)#${walletId === null ? "1" : "0"}`;
  },
  key: ({ wallets, walletType, address, addressRefusal, walletTypes, maxWallets, walletId, walletKinds }) => ({
    wallets: wallets?.map((wallet) => wallet.walletId) ?? null,
    walletType,
    hasAddress: address.length > 4,
    // Its words change nothing but what is read.
    isAddressRefused: addressRefusal !== null,
    walletTypes,
    maxWallets,
    walletId,
    canConnect: Object.keys(walletKinds).length > 0,
    isProven: wallets?.some(({ proven }) => proven) === true,
  }),
  invariants: {
    "nothing is known before the page is opened": ({ wallets, failure }, isIn, running) =>
      !isIn("idle") || (wallets === null && failure === null && running.length === 0),
    "what is asked of a wallet or the server is under way": (_, isIn, running) =>
      isIn("connecting") === running.includes("walletConnection") &&
      isIn("askingCode") === running.includes("securityCodePrompt"),
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
  // A refused form sends the focus to its wrong field each time.
  repeatable: ["ui.submit"],
  withoutControl: ["ui.type", "ui.refuseSecret"],
  press: {
    "ui.type": ({ value }) => ({ names: ["wallet:binding.address", "wallet:binding.addressOn"], fill: value }),
    "ui.refuseSecret": () => ({ names: ["wallet:binding.address", "wallet:binding.addressOn"], fill: SECRET }),
    // One type leaves no choice, and a bound one is none.
    "ui.chooseType": ({ walletType }, context) => ({
      among: [`[type=radio][value=${walletType}]`, 0],
      isShown:
        context.walletTypes.length > 1 &&
        context.walletType !== walletType &&
        listFreeTypes(context).includes(walletType),
    }),
    // A typed address is bound as it is.
    "ui.connect": ({ walletType }, context) => ({
      isShown: !listFreeTypes(context).includes(walletType) || isByConnection(context, walletType),
    }),
    "ui.submit": (_, context) => ({
      isShown: listFreeTypes(context).length > 0 && !isByConnection(context, context.walletType),
    }),
  },
});
