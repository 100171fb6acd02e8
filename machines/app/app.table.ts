import type { TransitionTable } from "../transitionTable.ts";
import type { AppContext, AppEvent } from "./app.machine.ts";
import type { FlowName } from "./flows.ts";

export interface AppShape {
  context: AppContext;
  event: AppEvent;
  outputs: Record<"environment" | "session" | "language" | "clipboard" | FlowName, undefined>;
}

const showCrash = ({ toastCount }: AppContext): Partial<AppContext> => ({
  toast: { id: toastCount + 1, tone: "error", labelKey: "errors:unexpected", values: {} },
  toastCount: toastCount + 1,
});
const endByCrash = (flow: FlowName) => ({
  target: "running.toasting",
  changes: (before: AppContext): Partial<AppContext> => ({
    ...showCrash(before),
    flows: before.flows.filter((running) => running !== flow),
  }),
});
const askEvent = (_: AppContext, { event }: { event: AppEvent }): unknown =>
  event.type === "flow.start" ? event.input : "no start";
const BROKEN = { target: "broken", changes: { flows: [], toast: null } };

/** SPEC.md 2, 8, 9: 401 and user check by the session, toasts of 3000 ms; one flow of each name at a time; a service never ends. */
export const appTable: TransitionTable<AppShape> = {
  delaysMs: { toastShown: 3_000 },
  asks: {
    walletBinding: askEvent,
    payment: askEvent,
    envelopeSend: askEvent,
    envelopeClaim: askEvent,
    envelopeShare: askEvent,
    sentRecords: askEvent,
    receivedRecords: askEvent,
    envelopeClaims: askEvent,
    chats: askEvent,
    accountAmounts: askEvent,
    fairness: askEvent,
    orderFollow: askEvent,
    systemInfo: askEvent,
  },
  context: () => ({ toast: null, toastCount: 0, flows: [] }),
  states: {
    "(machine)": {
      initial: "idle",
      "error(environment)": BROKEN,
      "error(session)": BROKEN,
      "error(language)": BROKEN,
      "error(clipboard)": BROKEN,
    },
    idle: { "app.start": { target: "running", sends: ["environment.start"] } },
    running: {
      initial: "running.quiet",
      "environment.settled": {
        sends: (_, { launch }) => [
          { type: "session.start", launch },
          {
            type: "language.start",
            isInMessenger: launch !== null,
            languageCode: launch === null ? null : launch.languageCode,
          },
        ],
      },
      "app.navigated": {
        guard: "needsCheck",
        when: (_, { path }) => path !== "/login" && path !== "/unPaymentList",
        sends: ["session.check"],
      },
      "app.userChanged": { sends: ["session.refreshUser"] },
      "http.unauthorized": { sends: (_, { token }) => [{ type: "session.unauthorized", token }] },
      "session.opened": { sends: ["language.loggedIn"] },
      "session.closed": {
        changes: ({ flows }) => ({ flows: flows.includes("payment") ? ["payment"] : [] }),
        sends: ["language.loggedOut"],
      },
      navigate: { emits: (_, { to }) => [{ type: "navigate", to }] },
      "app.close": { emits: ["app.close"] },
      "flow.start": {
        changes: ({ flows }, { flow }) => ({ flows: flows.filter((running) => running !== flow).concat(flow) }),
      },
      "flow.stop": { changes: ({ flows }, { flow }) => ({ flows: flows.filter((running) => running !== flow) }) },
      "toast.show": {
        target: "running.toasting",
        changes: ({ toastCount }, event) => ({
          toast: {
            id: toastCount + 1,
            tone: event.tone,
            labelKey: event.labelKey,
            values: ("values" in event ? event.values : undefined) ?? {},
          },
          toastCount: toastCount + 1,
        }),
      },
      "error(walletBinding)": endByCrash("walletBinding"),
      "error(payment)": endByCrash("payment"),
      "error(envelopeSend)": endByCrash("envelopeSend"),
      "error(envelopeClaim)": endByCrash("envelopeClaim"),
      "error(envelopeShare)": endByCrash("envelopeShare"),
      "error(sentRecords)": endByCrash("sentRecords"),
      "error(receivedRecords)": endByCrash("receivedRecords"),
      "error(envelopeClaims)": endByCrash("envelopeClaims"),
      "error(chats)": endByCrash("chats"),
      "error(accountAmounts)": endByCrash("accountAmounts"),
      "error(fairness)": endByCrash("fairness"),
      "error(orderFollow)": endByCrash("orderFollow"),
      "error(systemInfo)": endByCrash("systemInfo"),
    },
    "running.quiet": {},
    "running.toasting": {
      "ui.dismissToast": { target: "running.quiet", changes: { toast: null } },
      "after(toastShown)": { target: "running.quiet", changes: { toast: null } },
    },
    broken: { "ui.reload": { emits: ["app.reload"] } },
  },
};
