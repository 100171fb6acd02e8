import { appMachine } from "./app.machine.ts";
import { viewApp } from "./app.view.ts";
import { defineModel } from "#tests/models/model.ts";
import { sampleLaunch } from "#tests/support/samples.ts";

/** Flows that the model starts: two of one kind, one that needs no session, and one that shows what comes in a language. */

const SERVICES = ["environment", "language", "session", "systemInfo"];
/** In each pair one flow outlives what ends the other: a session, or the stop of the other one. */
const PAIRS: Readonly<Record<string, ReadonlySet<string>>> = {
  walletBinding: new Set(["flow.start#0", "flow.start#1"]),
  envelopeShare: new Set(["flow.start#2", "flow.start#3"]),
};
const CRASH = { done: [], error: [{ kind: "unexpected", message: "crash" }] };
const FLOW = { done: [undefined], error: [{ kind: "unexpected", message: "crash" }] };

export const model = defineModel({
  machine: appMachine,
  view: viewApp,
  repeatable: ["ui.reload"],
  inputs: [undefined],
  events: {
    "app.navigated": [
      { type: "app.navigated", path: "/homePage" },
      { type: "app.navigated", path: "/login" },
      { type: "app.navigated", path: "/unPaymentList" },
    ],
    "app.arrived": [
      { type: "app.arrived", path: "/homePage" },
      { type: "app.arrived", path: "/welcome" },
    ],
    "http.unauthorized": [{ type: "http.unauthorized", token: "current" }],
    "flow.start": [
      { type: "flow.start", flow: "walletBinding", input: { address: "", walletKinds: {}, walletType: null } },
      {
        type: "flow.start",
        flow: "payment",
        input: { hasAccess: true, onlyOrderId: null, walletKinds: {}, walletAttempts: {} },
      },
      { type: "flow.start", flow: "envelopeShare", input: { envelopeId: "e1" } },
      { type: "flow.start", flow: "envelopeShare", key: "second", input: { envelopeId: "e1" } },
      { type: "flow.start", flow: "picker", input: { kind: "cover", setId: null } },
    ],
    "flow.stop": [
      { type: "flow.stop", flow: "walletBinding" },
      { type: "flow.stop", flow: "payment" },
      { type: "flow.stop", flow: "envelopeShare" },
      { type: "flow.stop", flow: "envelopeShare", key: "second" },
      { type: "flow.stop", flow: "picker" },
    ],
    "toast.show": [
      { type: "toast.show", tone: "success", labelKey: "app:yesLang" },
      {
        type: "toast.show",
        tone: "error",
        labelKey: "errors:tooManyTries",
        values: { context: "seconds", wait: "60" },
      },
    ],
    "environment.settled": [
      { type: "environment.settled", launch: sampleLaunch },
      { type: "environment.settled", launch: null },
    ],
    "session.opened": [
      { type: "session.opened", userId: "42", lang: "zh_TW", isNewUser: true },
      { type: "session.opened", userId: "42", lang: null, isNewUser: false },
    ],
    navigate: [{ type: "navigate", to: "/login" }],
  },
  outcomes: {
    environment: CRASH,
    session: CRASH,
    language: CRASH,
    systemInfo: CRASH,
    walletBinding: FLOW,
    payment: CRASH,
    envelopeShare: CRASH,
    "envelopeShare:second": CRASH,
    picker: CRASH,
  },
  key: ({ flows, isWelcomeDue }) => ({ flows, isWelcomeDue }),
  // Flows do not know of each other: two together are walked in these pairs alone.
  isWalked: (stimulus, { flows }, running) => {
    if (SERVICES.some((service) => stimulus.startsWith(`error(${service})`)))
      return SERVICES.every((service) => running.includes(service));
    if (!stimulus.startsWith("flow.start")) return true;
    const [first, ...others] = flows;
    return first === undefined || (others.length === 0 && PAIRS[first.id]?.has(stimulus) === true);
  },
  invariants: {
    "only started flows run": ({ flows }, _, running) =>
      running.every((id) => SERVICES.includes(id) || flows.some((flow) => flow.id === id)),
    "without one of its services the app is broken": (_, isIn, running) =>
      isIn("broken") || SERVICES.every((service) => running.includes(service)),
    "a broken app runs no flow": ({ flows }, isIn) => !isIn("broken") || flows.length === 0,
    "no flow runs before the start": ({ flows }, isIn) => !isIn("idle") || flows.length === 0,
    "a toast is there exactly while it is shown": ({ toast }, isIn) => (toast !== null) === isIn("running.toasting"),
  },
});
