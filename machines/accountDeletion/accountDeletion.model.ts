import { accountDeletionMachine, type Obstacle } from "./accountDeletion.machine.ts";
import { viewAccountDeletion } from "./accountDeletion.view.ts";
import { defineModel } from "#tests/models/model.ts";

const refuse = (error: "notAvailable" | "securityCodeRequired" | "internal") =>
  ({ kind: "api", error, message: "" }) as const;

const UNTIL = "2026-11-22T09:30:00.000Z";
/** One of each kind. */
const OBSTACLES: readonly Obstacle[] = [
  { kind: "underReview", coinType: null, amount: null, id: null, until: null },
  { kind: "balance", coinType: "eth", amount: "1234567.123456", id: null, until: null },
  { kind: "envelope", coinType: "ton", amount: "0.5", id: "e1", until: UNTIL },
  { kind: "claimedEnvelope", coinType: "ton", amount: null, id: "e2", until: UNTIL },
  { kind: "order", coinType: "ton", amount: "2", id: "o1", until: UNTIL },
  { kind: "payout", coinType: "ton", amount: "0.5", id: "p1", until: null },
  { kind: "deposit", coinType: "ton", amount: "0.5", id: "0xab", until: null },
];

export const model = defineModel({
  machine: accountDeletionMachine,
  view: viewAccountDeletion,
  inputs: [undefined],
  events: {},
  outcomes: {
    listObstacles: {
      done: [[], OBSTACLES],
      error: [{ kind: "network" }],
    },
    deleteAccount: {
      done: [undefined],
      error: [refuse("securityCodeRequired"), refuse("notAvailable"), { kind: "network" }],
    },
    securityCodePrompt: {
      done: [
        { status: "given", result: { kind: "deleteAccount" } },
        { status: "forgotten" },
        { status: "failed", failure: refuse("notAvailable") },
        { status: "failed", failure: refuse("internal") },
        { status: "cancelled" },
      ],
      error: [new Error("broken")],
    },
  },
  withoutControl: ["ui.open"],
  key: ({ obstacles, failure }) => ({ count: obstacles.length, lacksNetwork: failure?.kind === "network" }),
  invariants: {
    "nobody deletes while something is owed": ({ obstacles }, isIn) =>
      obstacles.length === 0 || isIn("blocked") || isIn("loading") || isIn("failed"),
    "whoever is stopped reads why": ({ obstacles }, isIn) => !isIn("blocked") || obstacles.length > 0,
    "a failure shows why": ({ failure }, isIn) => !isIn("failed") || failure !== null,
  },
});
