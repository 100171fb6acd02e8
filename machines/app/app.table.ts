import type { TransitionTable } from "../kit/transitionTable.ts";
import type { AppContext, AppEvent } from "./app.machine.ts";
import type { FlowName } from "./flows.ts";
import type { ServiceName } from "./services.ts";

/** Flows that the model starts: two of one kind, one that needs no session, and one that shows what comes in a language. */
type FlowId = "walletBinding" | "payment" | "envelopeShare" | "envelopeShare:second" | "picker";

export interface AppShape {
  context: AppContext;
  event: AppEvent;
  outputs: Record<ServiceName | FlowId, undefined>;
}

const showCrash = ({ toastCount }: AppContext): Partial<AppContext> => ({
  toast: { id: toastCount + 1, tone: "error", labelKey: "errors:unexpected", values: {} },
  toastCount: toastCount + 1,
});
/** The id of a flow's actor: its name, and its key where it has one. */
const idOf = ({ flow, key }: { flow: FlowName; key?: string }) =>
  key === undefined ? flow : (`${flow}:${key}` as const);
const without = ({ flows }: AppContext, id: string) => flows.filter((running) => running.id !== id);
const askEvent = (_: AppContext, { event }: { event: AppEvent }): unknown =>
  event.type === "flow.start" ? event.input : "no start";
const BROKEN = { target: "broken", changes: { flows: [], toast: null } };

/** SPEC.md 2, 8, 9: 401 and user check by the session, toasts of 3000 ms; one flow of each name and key at a time; a service never ends. */
export const appTable: TransitionTable<AppShape> = {
  delaysMs: { toastShown: 3_000 },
  asks: {
    systemInfo: () => ({ params: null }),
    walletBinding: askEvent,
    payment: askEvent,
    envelopeShare: askEvent,
    "envelopeShare:second": askEvent,
    picker: askEvent,
  },
  context: () => ({ toast: null, toastCount: 0, flows: [], isWelcomeDue: false }),
  states: {
    "(machine)": {
      initial: "idle",
      "error(environment)": BROKEN,
      "error(session)": BROKEN,
      "error(language)": BROKEN,
      "error(systemInfo)": BROKEN,
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
      "app.arrived": {
        guard: "isWelcome",
        when: (_, { path }) => path === "/welcome",
        changes: { isWelcomeDue: false },
      },
      "app.userChanged": { sends: ["session.refreshUser"] },
      "http.unauthorized": { sends: (_, { token }) => [{ type: "session.unauthorized", token }] },
      "session.opened": {
        changes: (_, { isNewUser }) => ({ isWelcomeDue: isNewUser }),
        sends: (_, { lang }) => [{ type: "language.loggedIn", lang }, { type: "resource.load" }],
      },
      "session.closed": {
        changes: ({ flows }) => ({ flows: flows.filter(({ flow }) => flow === "payment") }),
        sends: ["language.loggedOut"],
      },
      "language.changed": {
        sends: ({ flows }) => flows.filter(({ flow }) => flow === "picker").map(() => ({ type: "language.changed" })),
      },
      navigate: { emits: (_, { to }) => [{ type: "navigate", to }] },
      "app.close": { emits: ["app.close"] },
      "flow.start": {
        changes: (before, event) => {
          const id = idOf(event);
          return { flows: [...without(before, id), { id, flow: event.flow }] };
        },
      },
      "flow.stop": { changes: (before, event) => ({ flows: without(before, idOf(event)) }) },
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
      "error(*)": {
        guard: "isFlow",
        when: ({ flows }, { actorId }) => flows.some(({ id }) => id === actorId),
        target: "running.toasting",
        changes: (before, { actorId }) => ({ ...showCrash(before), flows: without(before, actorId) }),
      },
    },
    "running.quiet": {},
    "running.toasting": {
      "ui.dismissToast": { target: "running.quiet", changes: { toast: null } },
      "after(toastShown)": { target: "running.quiet", changes: { toast: null } },
    },
    broken: { "ui.reload": { emits: ["app.reload"] } },
  },
};
