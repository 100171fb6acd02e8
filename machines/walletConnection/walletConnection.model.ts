import { type WalletConnectionInput, walletConnectionMachine } from "./walletConnection.machine.ts";
import { viewWalletConnection } from "./walletConnection.view.ts";
import { defineModel } from "#tests/models/model.ts";
import {
  sampleChallenge,
  sampleConnection,
  sampleRequest,
  sampleTonKind,
  sampleWallet,
} from "#tests/support/samples.ts";

const { address: ADDRESS } = sampleWallet;
const { to: OTHER } = sampleRequest;
const METAL = { connectorId: "io.metal", name: "Metal", icon: null };
const RIVER = { connectorId: "io.river", name: "River", icon: "data:image/png;base64,AA==" };

const PROOF = { signature: "0xabc" };

const EVM: WalletConnectionInput = { ...sampleConnection, expectedAddress: ADDRESS };

export const model = defineModel({
  machine: walletConnectionMachine,
  inputs: [
    EVM,
    { ...EVM, isProven: true, connectorId: METAL.connectorId },
    {
      ...EVM,
      walletType: "Ton",
      capabilities: { ...sampleTonKind.capabilities, discovery: false },
      expectedAddress: null,
    },
    {
      ...EVM,
      walletType: "Ton",
      capabilities: { ...sampleTonKind.capabilities, discovery: false },
      expectedAddress: null,
      isExplained: true,
    },
    {
      ...EVM,
      walletType: "Ton",
      ...sampleTonKind,
      isProven: true,
    },
    {
      ...EVM,
      capabilities: { ...EVM.capabilities, messageSigning: false, proofWhileConnecting: true },
      hasReference: true,
    },
    { ...EVM, walletType: "Tron", expectedAddress: OTHER, networkId: null, isProven: true },
  ],
  events: {
    "ui.chooseWallet": [
      { type: "ui.chooseWallet", connectorId: METAL.connectorId },
      { type: "ui.chooseWallet", connectorId: "io.unknown" },
    ],
  },
  outcomes: {
    detect: { done: [[], [METAL], [METAL, RIVER]], error: [{ kind: "unexpected", message: "blocked" }] },
    requestFirstChallenge: {
      done: [sampleChallenge],
      error: [{ kind: "api", error: "chainUnavailable", message: "" }, { kind: "timeout" }],
    },
    connect: {
      done: [
        { account: { address: ADDRESS.toLowerCase(), networkId: "eip155:31337" }, proof: null },
        { account: { address: OTHER, networkId: "eip155:31337" }, proof: null },
        { account: { address: ADDRESS, networkId: "eip155:1" }, proof: null },
        { account: { address: ADDRESS, networkId: "eip155:31337" }, proof: PROOF },
      ],
      error: [
        { kind: "wallet", reason: "locked" },
        { kind: "wallet", reason: "notLoggedIn" },
        { kind: "wallet", reason: "cancelled" },
        { kind: "wallet", reason: "notInstalled" },
        { kind: "wallet", reason: "wrongNetwork" },
        { kind: "wallet", reason: "connectionFailed" },
      ],
    },
    switchNetwork: { done: [null], error: [{ kind: "wallet", reason: "cancelled" }] },
    watch: {
      done: [
        { address: ADDRESS, networkId: "eip155:31337" },
        { address: OTHER, networkId: "eip155:31337" },
        { address: ADDRESS, networkId: "eip155:1" },
      ],
      error: [
        { kind: "wallet", reason: "locked" },
        { kind: "unexpected", message: "no events" },
      ],
    },
    requestChallenge: {
      done: [sampleChallenge],
      error: [{ kind: "api", error: "walletAddressMismatch", message: "" }, { kind: "timeout" }],
    },
    sign: {
      done: ["0xabc"],
      error: [
        { kind: "wallet", reason: "denied" },
        { kind: "wallet", reason: "notConnected" },
      ],
    },
    submitProof: {
      done: [sampleWallet],
      error: [
        { kind: "api", error: "securityCodeRequired", message: "" },
        { kind: "api", error: "walletLimitReached", message: "" },
        { kind: "timeout" },
      ],
    },
    securityCodePrompt: {
      done: [
        { status: "given", result: { kind: "bindWallet", wallet: sampleWallet } },
        { status: "forgotten" },
        { status: "failed", failure: { kind: "api", error: "walletLimitReached", message: "" } },
        { status: "cancelled" },
      ],
      error: [new Error("broken")],
    },
  },
  key: ({
    walletType,
    isProven,
    isExplained,
    hasReference,
    capabilities,
    wallets,
    connectorId,
    account,
    challenge,
    proof,
  }) => ({
    walletType,
    isProven,
    isExplained,
    hasReference,
    canSign: capabilities.messageSigning,
    provesFirst: capabilities.proofWhileConnecting,
    wallets: wallets.length,
    connectorId,
    account,
    hasChallenge: challenge !== null,
    hasProof: proof !== null,
  }),
  invariants: {
    "a connected wallet is the expected one, on the right network, and what it pays can be assigned": (
      context,
      isIn,
    ) => {
      if (!isIn("connected")) return true;
      const { account, expectedAddress, networkId, isProven, hasReference } = context;
      const isExpected = expectedAddress === null || account?.address.toLowerCase() === expectedAddress.toLowerCase();
      const isOnNetwork = networkId === null || account?.networkId === networkId;
      return isExpected && isOnNetwork && (isProven || hasReference);
    },
    "challenge and proof live only while connecting and proving, or wait for the security code": (
      { challenge, proof },
      isIn,
    ) => isIn("connecting") || isIn("proving") || isIn("askingCode") || (challenge === null && proof === null),
    "a proof lives only while it is checked, or waits for the security code": ({ proof }, isIn) =>
      (proof !== null) === (isIn("proving.submitting") || isIn("askingCode")),
    "what is handed in answers a challenge": ({ challenge, proof }, isIn) =>
      !isIn("proving.submitting") || (challenge !== null && proof !== null),
    "a failure says why": ({ failure }, isIn) => !isIn("failed") || failure !== null,
    "what failed is forgotten where it shows no more": ({ failure }, isIn) =>
      failure === null || isIn("failed") || isIn("explainingProof") || isIn("askingCode"),
    "giving up leaves no account": ({ account, connectorId }, isIn) =>
      !isIn("cancelled") || (account === null && connectorId === null),
  },
  view: viewWalletConnection,
  press: {
    "ui.chooseWallet": ({ connectorId }, { wallets }) => ({
      names: [wallets.find((wallet) => wallet.connectorId === connectorId)?.name ?? ""],
    }),
  },
});
