import { assign, emit, enqueueActions, sendTo, setup, type AnyEventObject } from "xstate";
import type { clipboardMachine } from "../clipboard/clipboard.machine.ts";
import type { environmentMachine, EnvironmentEmitted } from "../environment/environment.machine.ts";
import type { Launch } from "../environment/launch.ts";
import type { languageMachine, LanguageEmitted } from "../language/language.machine.ts";
import { provideLogics } from "../provideLogics.ts";
import type { sessionMachine } from "../session/session.machine.ts";
import type { SessionEmitted } from "../session/session.setup.ts";
import type { FlowLogics, FlowName, FlowStart } from "./flows.ts";
import { OPEN_PATHS } from "./openPaths.ts";

export interface Toast {
  /** Counts up, so that two toasts with the same text are two. */
  id: number;
  tone: "success" | "error" | "info";
  labelKey: string;
  /** What the text names, e.g. `retryAfterSeconds`. */
  values: ToastValues;
}

type ToastValues = Readonly<Record<string, string | number>>;

export interface AppContext {
  toast: Toast | null;
  toastCount: number;
  /** Flows that screens have started. */
  flows: readonly FlowName[];
}

export type AppEvent =
  | { type: "app.start" }
  /** A navigation has begun; `path` without the query. */
  | { type: "app.navigated"; path: string }
  /** Something about the user has changed on the server. */
  | { type: "app.userChanged" }
  /** A call with this bearer was answered by 401 or 61. */
  | { type: "http.unauthorized"; token: string }
  | FlowStart
  | { type: "flow.stop"; flow: FlowName }
  | { type: "toast.show"; tone: Toast["tone"]; labelKey: string; values?: ToastValues }
  | { type: "ui.dismissToast" }
  | { type: "ui.reload" }
  | EnvironmentEmitted
  | SessionEmitted
  | LanguageEmitted;

interface ServiceLogics {
  environment: typeof environmentMachine;
  session: typeof sessionMachine;
  language: typeof languageMachine;
  clipboard: typeof clipboardMachine;
}

/** How a flow that breaks reaches the root. */
type FlowCrash = { type: `xstate.error.actor.${FlowName}`; error: unknown };

export type AppEmitted = { type: "navigate"; to: string } | { type: "app.close" } | { type: "app.reload" };

export const appSecrets: readonly string[] = ["token", "initData", "launch"];

/** Children that live as long as the app. What they emit comes back as events of the root. */
const SERVICES = ["environment", "session", "language"] as const;

/** The payment page has no session, so it outlives one. */
const SESSIONLESS_FLOWS: ReadonlySet<FlowName> = new Set<FlowName>(["payment"]);

function handleCrash<Name extends FlowName>(flow: Name) {
  return {
    target: ".toasting",
    actions: ["showCrash", { type: "stopFlow", params: { flow } }],
    description: "The flow broke: the user is told, and everything else goes on.",
  } as const;
}

export const appMachine = setup({
  types: {
    context: {} as AppContext,
    events: {} as AppEvent | FlowCrash,
    emitted: {} as AppEmitted,
    children: {} as { [Name in keyof ServiceLogics | FlowName]: Name },
  },
  actors: provideLogics<ServiceLogics & FlowLogics>("app", {
    environment: true,
    session: true,
    language: true,
    clipboard: true,
    walletBinding: true,
    payment: true,
    envelopeSend: true,
    envelopeClaim: true,
    envelopeShare: true,
    sentRecords: true,
    receivedRecords: true,
    envelopeClaims: true,
    chats: true,
    accountAmounts: true,
    fairness: true,
    orderFollow: true,
    systemInfo: true,
  }),
  guards: {
    needsCheck: (_, params: { path: string }) => !OPEN_PATHS.has(params.path),
  },
  actions: {
    hearServices: ({ self, system }) => {
      for (const id of SERVICES) system.get(id)?.on("*", (event: AnyEventObject) => self.send(event as AppEvent));
    },
    startEnvironment: sendTo("environment", { type: "environment.start" }),
    startSession: sendTo("session", (_, { launch }: { launch: Launch | null }) => ({ type: "session.start", launch })),
    startLanguage: sendTo("language", (_, { launch }: { launch: Launch | null }) => ({
      type: "language.start",
      isInMessenger: launch !== null,
      languageCode: launch?.languageCode ?? null,
    })),
    tellLanguageIn: sendTo("language", { type: "language.loggedIn" }),
    tellLanguageOut: sendTo("language", { type: "language.loggedOut" }),
    checkUser: sendTo("session", { type: "session.check" }),
    refreshUser: sendTo("session", { type: "session.refreshUser" }),
    refuseToken: sendTo("session", (_, { token }: { token: string }) => ({ type: "session.unauthorized", token })),
    showToast: assign(({ context }, { tone, labelKey, values }: Omit<Toast, "id">) => ({
      toast: { id: context.toastCount + 1, tone, labelKey, values },
      toastCount: context.toastCount + 1,
    })),
    showCrash: assign(({ context }) => ({
      toast: { id: context.toastCount + 1, tone: "error" as const, labelKey: "errors:unexpected", values: {} },
      toastCount: context.toastCount + 1,
    })),
    hideToast: assign({ toast: null }),
    startFlow: enqueueActions(({ context, enqueue }, start: FlowStart) => {
      enqueue.stopChild(start.flow);
      switch (start.flow) {
        case "walletBinding":
          enqueue.spawnChild("walletBinding", { id: start.flow, input: start.input });
          break;
        case "payment":
          enqueue.spawnChild("payment", { id: start.flow, input: start.input });
          break;
        case "envelopeSend":
          enqueue.spawnChild("envelopeSend", { id: start.flow, input: start.input });
          break;
        case "envelopeClaim":
          enqueue.spawnChild("envelopeClaim", { id: start.flow, input: start.input });
          break;
        case "envelopeShare":
          enqueue.spawnChild("envelopeShare", { id: start.flow, input: start.input });
          break;
        case "sentRecords":
          enqueue.spawnChild("sentRecords", { id: start.flow, input: start.input });
          break;
        case "receivedRecords":
          enqueue.spawnChild("receivedRecords", { id: start.flow, input: start.input });
          break;
        case "envelopeClaims":
          enqueue.spawnChild("envelopeClaims", { id: start.flow, input: start.input });
          break;
        case "chats":
          enqueue.spawnChild("chats", { id: start.flow, input: start.input });
          break;
        case "accountAmounts":
          enqueue.spawnChild("accountAmounts", { id: start.flow, input: start.input });
          break;
        case "fairness":
          enqueue.spawnChild("fairness", { id: start.flow, input: start.input });
          break;
        case "orderFollow":
          enqueue.spawnChild("orderFollow", { id: start.flow, input: start.input });
          break;
        case "systemInfo":
          enqueue.spawnChild("systemInfo", { id: start.flow, input: start.input });
          break;
      }
      enqueue.assign({ flows: [...context.flows.filter((flow) => flow !== start.flow), start.flow] });
    }),
    stopFlow: enqueueActions(({ context, enqueue }, { flow }: { flow: FlowName }) => {
      enqueue.stopChild(flow);
      enqueue.assign({ flows: context.flows.filter((running) => running !== flow) });
    }),
    stopSessionFlows: enqueueActions(({ context, enqueue }) => {
      for (const flow of context.flows) if (!SESSIONLESS_FLOWS.has(flow)) enqueue.stopChild(flow);
      enqueue.assign({ flows: context.flows.filter((flow) => SESSIONLESS_FLOWS.has(flow)) });
    }),
    stopFlows: enqueueActions(({ context, enqueue }) => {
      for (const flow of context.flows) enqueue.stopChild(flow);
      enqueue.assign({ flows: [] });
    }),
    tellNavigate: emit((_, { to }: { to: string }) => ({ type: "navigate" as const, to })),
    tellClose: emit({ type: "app.close" }),
    tellReload: emit({ type: "app.reload" }),
  },
  delays: { toastShown: 3_000 },
}).createMachine({
  id: "app",
  description: "The root: keeps the services that live as long as the app, starts screens' flows, shows toasts.",
  context: { toast: null, toastCount: 0, flows: [] },
  invoke: [
    {
      id: "environment",
      src: "environment",
      systemId: "environment",
      onError: { target: ".broken", description: "The environment broke." },
    },
    {
      id: "session",
      src: "session",
      systemId: "session",
      onError: { target: ".broken", description: "The session broke." },
    },
    {
      id: "language",
      src: "language",
      systemId: "language",
      onError: { target: ".broken", description: "The language broke." },
    },
    {
      id: "clipboard",
      src: "clipboard",
      systemId: "clipboard",
      onError: { target: ".broken", description: "The clipboard broke." },
    },
  ],
  initial: "idle",
  states: {
    idle: {
      description: "Services are there and have not been asked to work.",
      on: {
        "app.start": {
          target: "running",
          actions: ["hearServices", "startEnvironment"],
          description: "The shell is on the screen.",
        },
      },
    },
    running: {
      description: "The app works.",
      initial: "quiet",
      on: {
        "environment.settled": {
          actions: [
            { type: "startSession", params: ({ event }) => ({ launch: event.launch }) },
            { type: "startLanguage", params: ({ event }) => ({ launch: event.launch }) },
          ],
          description: "It is known where the app runs.",
        },
        "app.navigated": {
          guard: { type: "needsCheck", params: ({ event }) => ({ path: event.path }) },
          actions: "checkUser",
          description: "Before each screen the stored user is compared with the messenger's.",
        },
        "app.userChanged": { actions: "refreshUser", description: "The user's info is read again." },
        "http.unauthorized": {
          actions: { type: "refuseToken", params: ({ event }) => ({ token: event.token }) },
          description: "The server refuses a bearer; the session decides.",
        },
        "session.opened": { actions: "tellLanguageIn", description: "The user's language is on the server." },
        "session.closed": {
          actions: ["stopSessionFlows", "tellLanguageOut"],
          description: "What was going on in the user's name ends.",
        },
        navigate: {
          actions: { type: "tellNavigate", params: ({ event }) => ({ to: event.to }) },
          description: "A service asks for another screen.",
        },
        "app.close": { actions: "tellClose", description: "A service asks the messenger to close the app." },
        "flow.start": {
          actions: { type: "startFlow", params: ({ event }) => event },
          description: "A screen starts its flow.",
        },
        "flow.stop": {
          actions: { type: "stopFlow", params: ({ event }) => ({ flow: event.flow }) },
          description: "A screen is left.",
        },
        "toast.show": {
          target: ".toasting",
          actions: {
            type: "showToast",
            params: ({ event }) => ({
              tone: event.tone,
              labelKey: event.labelKey,
              values: ("values" in event ? event.values : undefined) ?? {},
            }),
          },
          description: "There is something to tell; it takes the place of what is shown, for the full time.",
        },
        "xstate.error.actor.walletBinding": handleCrash("walletBinding"),
        "xstate.error.actor.payment": handleCrash("payment"),
        "xstate.error.actor.envelopeSend": handleCrash("envelopeSend"),
        "xstate.error.actor.envelopeClaim": handleCrash("envelopeClaim"),
        "xstate.error.actor.envelopeShare": handleCrash("envelopeShare"),
        "xstate.error.actor.sentRecords": handleCrash("sentRecords"),
        "xstate.error.actor.receivedRecords": handleCrash("receivedRecords"),
        "xstate.error.actor.envelopeClaims": handleCrash("envelopeClaims"),
        "xstate.error.actor.chats": handleCrash("chats"),
        "xstate.error.actor.accountAmounts": handleCrash("accountAmounts"),
        "xstate.error.actor.fairness": handleCrash("fairness"),
        "xstate.error.actor.orderFollow": handleCrash("orderFollow"),
        "xstate.error.actor.systemInfo": handleCrash("systemInfo"),
      },
      states: {
        quiet: { description: "No toast is shown." },
        toasting: {
          description: "A toast is shown.",
          exit: "hideToast",
          on: { "ui.dismissToast": { target: "quiet", description: "The user has seen it." } },
          after: { toastShown: { target: "quiet", description: "It was shown long enough." } },
        },
      },
    },
    broken: {
      description: "A service has ended, which none ever does: only a new start helps.",
      entry: "stopFlows",
      on: { "ui.reload": { actions: "tellReload", description: "The user loads the app anew." } },
    },
  },
});
