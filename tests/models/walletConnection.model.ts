import {
  walletConnectionMachine,
  walletConnectionSecrets,
} from "#machines/walletConnection/walletConnection.machine.ts";
import type { WalletConnectionInput } from "#machines/walletConnection/walletConnection.setup.ts";
import {
  walletConnectionTable,
  type WalletConnectionShape,
} from "#machines/walletConnection/walletConnection.table.ts";
import { viewWalletConnection } from "#machines/walletConnection/walletConnection.view.ts";
import { defineModel } from "./model.ts";

const ADDRESS = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const OTHER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const METAL = { connectorId: "io.metal", name: "Metal", icon: null };
const RIVER = { connectorId: "io.river", name: "River", icon: "data:image/png;base64,AA==" };

const EVM: WalletConnectionInput = {
  walletType: "ETH",
  capabilities: { discovery: true, networkSwitch: true, messageSigning: true },
  installUrl: "https://ethereum.org/wallets/",
  expectedAddress: ADDRESS,
  networkId: "eip155:31337",
  isProven: false,
  hasReference: false,
  connectorId: null,
};

export const model = defineModel<WalletConnectionShape>({
  machine: walletConnectionMachine,
  table: walletConnectionTable,
  secrets: walletConnectionSecrets,
  inputs: [
    EVM,
    { ...EVM, isProven: true, connectorId: METAL.connectorId },
    {
      ...EVM,
      walletType: "Ton",
      capabilities: { discovery: false, networkSwitch: false, messageSigning: false },
      expectedAddress: null,
    },
    { ...EVM, capabilities: { ...EVM.capabilities, messageSigning: false }, hasReference: true },
    { ...EVM, walletType: "Tron", expectedAddress: OTHER, networkId: null, isProven: true },
  ],
  events: {
    "ui.chooseWallet": [
      { type: "ui.chooseWallet", connectorId: METAL.connectorId },
      { type: "ui.chooseWallet", connectorId: "io.unknown" },
    ],
    "ui.switchNetwork": [{ type: "ui.switchNetwork" }],
    "ui.sign": [{ type: "ui.sign" }],
    "ui.retry": [{ type: "ui.retry" }],
    "ui.cancel": [{ type: "ui.cancel" }],
  },
  outcomes: {
    detect: { done: [[], [METAL], [METAL, RIVER]], error: [{ kind: "unexpected", message: "blocked" }] },
    connect: {
      done: [
        { address: ADDRESS.toLowerCase(), networkId: "eip155:31337" },
        { address: OTHER, networkId: "eip155:31337" },
        { address: ADDRESS, networkId: "eip155:1" },
      ],
      error: [
        { kind: "wallet", reason: "locked" },
        { kind: "wallet", reason: "notLoggedIn" },
        { kind: "wallet", reason: "cancelled" },
        { kind: "wallet", reason: "notInstalled" },
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
      done: [{ challengeId: "c1", message: "Sign me", expiresAt: "2026-11-20T12:10:00Z" }],
      error: [{ kind: "api", error: "walletAddressMismatch", message: "" }],
    },
    sign: {
      done: ["0xabc"],
      error: [
        { kind: "wallet", reason: "denied" },
        { kind: "wallet", reason: "notConnected" },
      ],
    },
    submitProof: { done: [null], error: [{ kind: "api", error: "walletAlreadyBound", message: "" }] },
  },
  key: ({ walletType, isProven, hasReference, capabilities, wallets, connectorId, account }) => ({
    walletType,
    isProven,
    hasReference,
    canSign: capabilities.messageSigning,
    wallets: wallets.length,
    connectorId,
    account,
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
    "challenge and signature live only while proving": ({ challenge, signature }, isIn) =>
      isIn("proving") || (challenge === null && signature === null),
    "the challenge comes before the signature": ({ challenge, signature }) => signature === null || challenge !== null,
    "giving up leaves no account": ({ account, connectorId }, isIn) =>
      !isIn("cancelled") || (account === null && connectorId === null),
  },
  view: viewWalletConnection,
});
