import { appMachine, appSecrets } from "#machines/app/app.machine.ts";
import { appTable, type AppShape } from "#machines/app/app.table.ts";
import { viewApp } from "#machines/app/app.view.ts";
import { defineModel } from "./model.ts";
import { sampleLaunch } from "./samples.ts";

const SERVICES = ["clipboard", "environment", "language", "session"];
const PAIR = new Set(["flow.start#0", "flow.start#1"]);
const CRASH = { done: [], error: [{ kind: "unexpected", message: "crash" }] };
const FLOW = { done: [undefined], error: [{ kind: "unexpected", message: "crash" }] };

export const model = defineModel<AppShape>({
  machine: appMachine,
  table: appTable,
  secrets: appSecrets,
  view: viewApp,
  inputs: [undefined],
  events: {
    "app.start": [{ type: "app.start" }],
    "app.navigated": [
      { type: "app.navigated", path: "/homePage" },
      { type: "app.navigated", path: "/login" },
      { type: "app.navigated", path: "/unPaymentList" },
    ],
    "app.userChanged": [{ type: "app.userChanged" }],
    "app.close": [{ type: "app.close" }],
    "http.unauthorized": [{ type: "http.unauthorized", token: "current" }],
    "flow.start": [
      { type: "flow.start", flow: "walletBinding", input: { walletTypes: ["ETH"], address: "" } },
      { type: "flow.start", flow: "payment", input: { hasPaymentCode: true, walletKinds: {}, asked: {} } },
      {
        type: "flow.start",
        flow: "envelopeSend",
        input: { coinTypes: ["eth"], chatIds: [], envelopeId: null, saved: null, attemptId: "a" },
      },
      { type: "flow.start", flow: "envelopeClaim", input: { envelopeId: "e1", passphrase: "" } },
      { type: "flow.start", flow: "envelopeShare", input: { envelopeId: "e1" } },
      { type: "flow.start", flow: "sentRecords", input: { list: "sent" } },
      { type: "flow.start", flow: "receivedRecords", input: { list: "received" } },
      { type: "flow.start", flow: "envelopeClaims", input: { list: "claims" } },
      { type: "flow.start", flow: "chats", input: { list: "chats" } },
      { type: "flow.start", flow: "accountAmounts", input: { list: "accountAmounts" } },
      { type: "flow.start", flow: "fairness", input: { list: "fairness" } },
      { type: "flow.start", flow: "orderFollow", input: { orderId: "o1", order: null } },
      { type: "flow.start", flow: "systemInfo", input: { list: "systemInfo" } },
      {
        type: "flow.start",
        flow: "envelopeSend",
        input: { coinTypes: ["eth"], chatIds: [], envelopeId: null, saved: null, attemptId: "a" },
      },
    ],
    "flow.stop": [
      { type: "flow.stop", flow: "walletBinding" },
      { type: "flow.stop", flow: "payment" },
    ],
    "toast.show": [
      { type: "toast.show", tone: "success", labelKey: "app:yesLang" },
      { type: "toast.show", tone: "error", labelKey: "errors:tooManyTries", values: { retryAfterSeconds: 60 } },
    ],
    "ui.reload": [{ type: "ui.reload" }],
    "ui.dismissToast": [{ type: "ui.dismissToast" }],
    "environment.settled": [
      { type: "environment.settled", launch: sampleLaunch },
      { type: "environment.settled", launch: null },
    ],
    "session.opened": [{ type: "session.opened", userId: "42" }],
    "session.closed": [{ type: "session.closed" }],
    navigate: [{ type: "navigate", to: "/login" }],
  },
  outcomes: {
    environment: CRASH,
    session: CRASH,
    language: CRASH,
    clipboard: CRASH,
    walletBinding: FLOW,
    payment: CRASH,
    envelopeSend: CRASH,
    envelopeClaim: CRASH,
    envelopeShare: CRASH,
    sentRecords: CRASH,
    receivedRecords: CRASH,
    envelopeClaims: CRASH,
    chats: CRASH,
    accountAmounts: CRASH,
    fairness: CRASH,
    orderFollow: FLOW,
    systemInfo: CRASH,
  },
  key: ({ flows }) => flows,
  // Flows do not know of each other: two together are walked with one pair only, one that outlives a session and one that does not.
  isWalked: (stimulus, { flows }, running) => {
    if (SERVICES.some((service) => stimulus.startsWith(`error(${service})`)))
      return SERVICES.every((service) => running.includes(service));
    if (!stimulus.startsWith("flow.start")) return true;
    return flows.length === 0 || (flows.length === 1 && flows[0] === "walletBinding" && PAIR.has(stimulus));
  },
  invariants: {
    "only started flows run": ({ flows }, _, running) =>
      running.every((id) => SERVICES.includes(id) || flows.some((flow) => flow === id)),
    "a broken app runs no flow": ({ flows }, isIn) => !isIn("broken") || flows.length === 0,
    "no flow runs before the start": ({ flows }, isIn) => !isIn("idle") || flows.length === 0,
    "a toast is there exactly while it is shown": ({ toast }, isIn) => (toast !== null) === isIn("running.toasting"),
  },
});
