import { depositMachine } from "./deposit.machine.ts";
import { viewDeposit } from "./deposit.view.ts";
import { defineModel } from "#tests/models/model.ts";
import { sampleDeposit, sampleTonKind, sampleConnected } from "#tests/support/samples.ts";

const WALLET = {
  ...sampleConnected,
  connectorId: "telegram-wallet",
  address: "UQDrjaLahLkMB-hMCmkzOyBuHJ186Qg_CZQhrOhIPBr0oDkB",
  networkId: "tvm:-3",
};

export const model = defineModel({
  machine: depositMachine,
  inputs: [
    { info: sampleDeposit, walletKind: sampleTonKind, askedAmount: null },
    { info: sampleDeposit, walletKind: sampleTonKind, askedAmount: "0.5" },
  ],
  events: {
    "ui.type": [
      { type: "ui.type", field: "amount", value: "0.5" },
      { type: "ui.type", field: "amount", value: "0.000001" },
      { type: "ui.type", field: "amount", value: "0" },
      { type: "ui.type", field: "amount", value: "0.1234567" },
    ],
  },
  outcomes: {
    walletConnection: {
      done: [WALLET, { status: "cancelled" }, { status: "forgotten" }],
      error: [new Error("broken")],
    },
    watchWallet: {
      done: [{ address: WALLET.address, networkId: "tvm:-239" }],
      error: [{ kind: "wallet", reason: "locked" }],
    },
    loadInfo: {
      done: [
        sampleDeposit,
        { ...sampleDeposit, address: WALLET.address },
        { ...sampleDeposit, reference: "OTHER" },
        { ...sampleDeposit, network: { id: "tvm:-239", name: "TON" } },
        { ...sampleDeposit, minAmount: "0.01" },
      ],
      error: [{ kind: "network" }],
    },
    pay: {
      done: [null],
      error: [
        { kind: "wallet", reason: "cancelled" },
        { kind: "wallet", reason: "denied" },
        { kind: "wallet", reason: "wrongNetwork" },
        { kind: "wallet", reason: "addressMismatch" },
        { kind: "wallet", reason: "insufficientBalance" },
        { kind: "wallet", reason: "notConnected" },
        { kind: "wallet", reason: "payFailed" },
        { kind: "timeout" },
      ],
    },
  },
  withoutControl: ["ui.type"],
  // What changes at the server is walked once: a second change is the same.
  isWalked: (stimulus, { info }) => info === sampleDeposit || !/^done\(loadInfo\)#[1-9]/u.test(stimulus),
  key: ({ info, amount, askedAmount, connection, showsProblem, isChanged, failure }) => ({
    info,
    amount,
    askedAmount,
    isConnected: connection !== null,
    showsProblem,
    isChanged,
    failure,
  }),
  invariants: {
    "a wallet that is asked is remembered with the amount": ({ askedAmount, amount }, isIn) =>
      !isIn("paying") || (askedAmount === amount && amount !== ""),
    "no wallet is asked while nobody knows what came of the last time": ({ askedAmount }, isIn) =>
      askedAmount === null || isIn("closed") || isIn("paying") || isIn("unanswered"),
    "a wallet is reached for an amount that the server credits": ({ amount, info }, isIn) =>
      !(["connecting", "reviewing", "checking", "paying"] as const).some((state) => isIn(state)) ||
      Number(amount) >= Number(info.minAmount),
    "what is asked of a wallet names the person": ({ info }, isIn) => !isIn("paying") || info.reference !== null,
    "a failure is shown": ({ failure }, isIn) => !isIn("failed") || failure !== null,
    "what failed is forgotten where it shows no more": ({ failure }, isIn) =>
      failure === null || isIn("failed") || isIn("reviewing"),
  },
  view: viewDeposit,
  // A refused form sends the focus to its wrong field each time.
  repeatable: ["ui.submit"],
  press: {
    "ui.type": ({ value }) => ({ names: ["withdraw:amount"], fill: value }),
    "ui.back": () => ({ isBack: true }),
    "ui.close": () => ({ isBack: true }),
  },
});
