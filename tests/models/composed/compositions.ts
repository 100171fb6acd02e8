import { sendParent } from "xstate";
import { appMachine } from "#machines/app/app.machine.ts";
import { environmentMachine } from "#machines/environment/environment.machine.ts";
import { envelopeOrderMachine } from "#machines/envelopeOrder/envelopeOrder.machine.ts";
import { envelopeSendMachine } from "#machines/envelopeSend/envelopeSend.machine.ts";
import { createResourceMachine } from "#machines/kit/resource/resource.machine.ts";
import { envelopeShareMachine } from "#machines/envelopeShare/envelopeShare.machine.ts";
import { pickerMachine } from "#machines/picker/picker.machine.ts";
import { languageMachine } from "#machines/language/language.machine.ts";
import { paymentMachine } from "#machines/payment/payment.machine.ts";
import { sessionMachine } from "#machines/session/session.machine.ts";
import { walletBindingMachine } from "#machines/walletBinding/walletBinding.machine.ts";
import { walletConnectionMachine } from "#machines/walletConnection/walletConnection.machine.ts";
import { withdrawalMachine } from "#machines/withdrawal/withdrawal.machine.ts";
import { MODELS } from "../registry.ts";
import { samplePayout as PENDING } from "#tests/support/samples.ts";
import type { Composition } from "./composition.ts";

const HELD = { ...PENDING, status: "held", heldReason: "limit" } as const;

const payment = paymentMachine.provide({ actors: { walletConnection: walletConnectionMachine } });

function listInputs(name: string): readonly unknown[] {
  return MODELS.get(name)?.inputs ?? [];
}

const APP = {
  machine: appMachine.provide({
    actors: {
      environment: environmentMachine.provide({ actions: { tell: sendParent((_, told) => told) } }),
      session: sessionMachine.provide({ actions: { tell: sendParent((_, told) => told) } }),
      language: languageMachine.provide({ actions: { tell: sendParent((_, told) => told) } }),
      systemInfo: createResourceMachine(),
    },
  }),
  inputs: [undefined],
  flows: {
    walletBinding: walletBindingMachine,
    payment,
    envelopeShare: envelopeShareMachine,
    picker: pickerMachine,
  },
  fromWorld: [
    "app app.start",
    "app app.navigated",
    "app app.arrived",
    "app app.userChanged",
    "app app.online",
    "app http.unauthorized",
    "app toast.show",
    "app flow.start",
    "app flow.stop",
  ],
} as const;

export const COMPOSITIONS: readonly Composition[] = [
  {
    ...APP,
    name: "root, session and flows",
    focus: ["session"],
    unreached: {
      "running --app.claimed#0": "no envelope is opened here",
      "running --session.joined#0": "no launch here is from a group",
      "running --language.changed#0": "taken with the languages below",
    },
    steps: 4_000,
  },
  {
    ...APP,
    name: "root, language and flows",
    focus: ["environment", "language"],
    unreached: {
      "running --app.claimed#0": "no envelope is opened here",
      "running --session.joined#0": "no launch here is from a group",
    },
    steps: 4_000,
  },
  {
    name: "withdrawal, security code and payout",
    machine: withdrawalMachine,
    inputs: listInputs("withdrawal"),
    fromWorld: ["withdrawal app.online"],
    outcomes: {
      "securityCodePrompt tryCode": {
        done: [PENDING, HELD].map((payout) => ({ kind: "payout", payout })),
        error: [
          { kind: "api", error: "wrongSecurityCode", message: "" },
          { kind: "api", error: "securityCodeLocked", message: "", retryAfterSeconds: 900 },
          { kind: "api", error: "securityCodeRequired", message: "" },
          { kind: "api", error: "quoteExpired", message: "" },
          { kind: "api", error: "walletNotBound", message: "" },
          { kind: "api", error: "walletNotProven", message: "" },
          { kind: "api", error: "spendingBlocked", message: "", retryAfterSeconds: 3_600 },
          { kind: "api", error: "insufficientBalance", message: "" },
          { kind: "api", error: "tooManyTries", message: "" },
          { kind: "network" },
        ],
      },
      "payoutFollow read": {
        done: [
          PENDING,
          HELD,
          { ...PENDING, status: "sending", txHash: "0xabcd" },
          { ...PENDING, status: "paid", txHash: "0xabcd", confirmations: 12 },
          { ...PENDING, status: "returned", returnedAmount: "0.05", lostFee: "0" },
          { ...PENDING, status: "cancelled", returnedAmount: "0.05", lostFee: "0" },
        ],
        error: [{ kind: "network" }, { kind: "api", error: "notFound", message: "" }],
      },
    },
    unreached: {},
    steps: 12_000,
  },
  {
    name: "payment, wallet and order",
    machine: payment,
    inputs: listInputs("payment"),
    fromWorld: ["payment app.online"],
    unreached: {},
    steps: 4_000,
  },
  {
    name: "sending, order and payment",
    machine: envelopeSendMachine.provide({
      actors: {
        envelopeOrder: envelopeOrderMachine.provide({ actors: { payment } }),
      },
    }),
    inputs: listInputs("envelopeSend"),
    fromWorld: ["envelopeSend app.online"],
    outcomes: {
      // A wallet that can pay, and that was not asked yet.
      "envelopeOrder loadPayment": { done: listInputs("payment").slice(0, 1), error: [{ kind: "network" }] },
    },
    unreached: {},
    steps: 4_000,
  },
];
