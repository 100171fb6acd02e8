import { assign, emit, enqueueActions, sendTo, setup, type AnyActorLogic } from "xstate";
import type { components } from "#contract/schema.d.ts";
import type { EnvironmentEmitted, environmentMachine } from "../environment/environment.machine.ts";
import type { LanguageEmitted, languageMachine } from "../language/language.machine.ts";
import type { AppEffect, Effect } from "../kit/effects.ts";
import { provideActor, provideLogics } from "../kit/provide.ts";
import type { ResourceMachine } from "../kit/resource/resource.machine.ts";
import type { SessionEmitted, sessionMachine } from "../session/session.machine.ts";
import { getFlowId, SESSIONLESS_FLOWS, type FlowId, type FlowName, type FlowStart, type RunningFlow } from "./flows.ts";
import { OPEN_PATHS, WELCOME_PATH } from "./openPaths.ts";

/** Children of the root that live as long as the app. */
export interface ServiceLogics {
  environment: typeof environmentMachine;
  session: typeof sessionMachine;
  language: typeof languageMachine;
  /** The server's coins and names, for all screens. */
  systemInfo: ResourceMachine<components["schemas"]["SystemInfo"], null>;
}

export type ServiceName = keyof ServiceLogics;

type ToastShow = Extract<AppEffect, { type: "toast.show" }>;

export interface Toast {
  /** Counts up, so that two toasts with the same text are two. */
  id: number;
  tone: ToastShow["tone"];
  labelKey: string;
  /** What the text names, e.g. `wait`. */
  values: ToastShow["values"] & object;
}

export interface AppContext {
  toast: Toast | null;
  toastCount: number;
  /** Flows that screens have started, the oldest first. */
  flows: readonly RunningFlow[];
  /** Whether the person has just become one and has not been welcomed. */
  isWelcomeDue: boolean;
}

export type AppEvent =
  | { type: "app.start" }
  /** A navigation has begun; `path` without the query. */
  | { type: "app.navigated"; path: string }
  /** The page of a navigation is on the screen. */
  | { type: "app.arrived"; path: string }
  /** The device has a network again. */
  | { type: "app.online" }
  /** The person has opened an envelope. */
  | { type: "app.claimed" }
  /** A call with this bearer was answered by 401 or 61. */
  | { type: "http.unauthorized"; token: string }
  | FlowStart
  | { type: "flow.stop"; flow: FlowName; key?: string }
  | AppEffect
  | { type: "ui.dismissToast" }
  | { type: "ui.reload" }
  | EnvironmentEmitted
  | SessionEmitted
  | LanguageEmitted;

/** What `spawnFlow` starts; the composition root finds the logic by the flow's name. */
interface FlowSpawn extends RunningFlow {
  input: FlowStart["input"];
}

/** How a child that breaks reaches the root. */
interface ChildCrash {
  type: `xstate.error.actor.${string}`;
  actorId: string;
  error: unknown;
}

export type AppEmitted =
  | { type: "navigate"; to: "/login" }
  | { type: "app.close" }
  | { type: "app.reload" }
  | Extract<Effect, { type: "vibrate" }>;

/** Types the actors of flows. The action `spawnFlow`, which the composition root provides, finds the logic by name. */
const flowLogic: AnyActorLogic = provideActor("app.flow");

export const appMachine = setup({
  types: {
    context: {} as AppContext,
    events: {} as AppEvent | ChildCrash,
    emitted: {} as AppEmitted,
    children: {} as { [Name in keyof ServiceLogics]: Name } & { [Id in FlowId]: "flow" },
  },
  actors: {
    ...provideLogics<ServiceLogics>("app", {
      environment: true,
      session: true,
      language: true,
      systemInfo: true,
    }),
    flow: flowLogic,
  },
  guards: {
    isWelcome: (_, params: { path: string }) => params.path === WELCOME_PATH,
    needsCheck: (_, params: { path: string }) => !OPEN_PATHS.has(params.path),
    isFlow: ({ context }, params: { id: string }) => context.flows.some(({ id }) => id === params.id),
  },
  actions: {
    tellFlows: enqueueActions(({ context, event, enqueue }) => {
      for (const { id } of context.flows) enqueue.sendTo(id, event);
    }),
    setToast: enqueueActions(({ context, enqueue }, { tone, labelKey, values = {} }: Omit<ToastShow, "type">) => {
      const toastCount = context.toastCount + 1;
      enqueue.assign({ toast: { id: toastCount, tone, labelKey, values }, toastCount });
      if (tone !== "info") enqueue.emit({ type: "vibrate", kind: tone });
    }),
    loadSystemInfo: sendTo("systemInfo", { type: "resource.load" }),
    endWelcome: assign({ isWelcomeDue: false }),
    spawnFlow: enqueueActions(({ enqueue }, { id, input }: FlowSpawn) => {
      enqueue.spawnChild("flow", { id, input });
    }),
    stopFlow: enqueueActions(({ context, enqueue }, { id }: { id: string }) => {
      enqueue.stopChild(id);
      enqueue.assign({ flows: context.flows.filter((running) => running.id !== id) });
    }),
  },
  delays: { toastShown: 3_000 },
}).createMachine({
  id: "app",
  description: "The root: keeps the services that live as long as the app, starts screens' flows, shows toasts.",
  context: { toast: null, toastCount: 0, flows: [], isWelcomeDue: false },
  invoke: [
    {
      id: "environment",
      src: "environment",
      onError: { target: ".broken", description: "The environment broke." },
    },
    {
      id: "session",
      src: "session",
      onError: { target: ".broken", description: "The session broke." },
    },
    {
      id: "language",
      src: "language",
      onError: { target: ".broken", description: "The language broke." },
    },
    {
      id: "systemInfo",
      src: "systemInfo",
      input: { params: null },
      onError: { target: ".broken", description: "The system info broke." },
    },
  ],
  initial: "idle",
  states: {
    idle: {
      description: "Services are there and have not been asked to work.",
      on: {
        "app.start": {
          target: "running",
          actions: [sendTo("environment", { type: "environment.start" }), "loadSystemInfo"],
          description: "The shell is on the screen; the first page will need the server's coins.",
        },
      },
    },
    running: {
      description: "The app works.",
      initial: "quiet",
      on: {
        "environment.settled": {
          actions: [
            sendTo("session", ({ event }) => ({ type: "session.start", launch: event.launch })),
            sendTo("language", ({ event: { launch } }) => ({
              type: "language.start",
              isInMessenger: launch !== null,
              languageCode: launch?.languageCode ?? null,
            })),
          ],
          description: "It is known where the app runs.",
        },
        "app.navigated": {
          guard: { type: "needsCheck", params: ({ event }) => event },
          actions: sendTo("session", { type: "session.check" }),
          description: "Before each screen the stored user is compared with the messenger's.",
        },
        "app.arrived": {
          guard: { type: "isWelcome", params: ({ event }) => event },
          actions: "endWelcome",
          description: "A new person is being welcomed, which happens once.",
        },
        "app.claimed": {
          actions: "endWelcome",
          description: "Whoever has opened an envelope has seen what the welcome is about.",
        },
        "app.userChanged": {
          actions: sendTo("session", { type: "session.refreshUser" }),
          description: "The user's info is read again.",
        },
        "http.unauthorized": {
          actions: sendTo("session", ({ event }) => ({ type: "session.unauthorized", token: event.token })),
          description: "The server refuses a bearer; the session decides.",
        },
        "session.opened": {
          actions: [
            assign({ isWelcomeDue: ({ event }) => event.isNewUser }),
            sendTo("language", ({ event }) => ({ type: "language.loggedIn", lang: event.lang })),
            "loadSystemInfo",
          ],
          description:
            "The user has a language on the server. Coins that could not be loaded before are asked for again.",
        },
        "session.closed": {
          actions: [
            enqueueActions(({ context, enqueue }) => {
              for (const { id, flow } of context.flows) if (!SESSIONLESS_FLOWS.includes(flow)) enqueue.stopChild(id);
              enqueue.assign({ flows: context.flows.filter(({ flow }) => SESSIONLESS_FLOWS.includes(flow)) });
            }),
            sendTo("language", { type: "language.loggedOut" }),
          ],
          description: "What was going on in the user's name ends.",
        },
        "session.joined": {
          actions: "tellFlows",
          description: "The server knows another group of the user; lists that may lack it are read again.",
        },
        "language.changed": {
          actions: "tellFlows",
          description: "Another language is on the screen; flows read in it what they show.",
        },
        "app.online": {
          actions: ["loadSystemInfo", sendTo("session", { type: "app.online" }), "tellFlows"],
          description:
            "What could not be read for want of a network is read now, and a login that failed for it begins again.",
        },
        navigate: {
          actions: emit(({ event }) => event),
          description: "A service asks for another screen.",
        },
        "app.close": {
          actions: emit({ type: "app.close" }),
          description: "A service asks the messenger to close the app.",
        },
        "flow.start": {
          actions: [
            { type: "stopFlow", params: ({ event }) => ({ id: getFlowId(event.flow, event.key) }) },
            {
              type: "spawnFlow",
              params: ({ event: { flow, key, input } }) => ({ id: getFlowId(flow, key), flow, input }),
            },
            assign({
              flows: ({ context, event: { flow, key } }) => [...context.flows, { id: getFlowId(flow, key), flow }],
            }),
          ],
          description: "A screen starts its flow.",
        },
        "flow.stop": {
          actions: { type: "stopFlow", params: ({ event }) => ({ id: getFlowId(event.flow, event.key) }) },
          description: "A screen is left.",
        },
        "toast.show": {
          target: ".toasting",
          actions: { type: "setToast", params: ({ event }) => event },
          description: "A new toast replaces the one that is shown, for the full time.",
        },
        "xstate.error.actor.*": {
          guard: { type: "isFlow", params: ({ event }) => ({ id: event.actorId }) },
          target: ".toasting",
          actions: [
            { type: "setToast", params: { tone: "error", labelKey: "errors:unexpected" } },
            { type: "stopFlow", params: ({ event }) => ({ id: event.actorId }) },
          ],
          description: "A flow broke: a toast says so, and everything else goes on.",
        },
      },
      states: {
        quiet: { description: "No toast is shown." },
        toasting: {
          description: "A toast is shown.",
          exit: assign({ toast: null }),
          on: { "ui.dismissToast": { target: "quiet", description: "The user has seen it." } },
          after: { toastShown: { target: "quiet", description: "It was shown long enough." } },
        },
      },
    },
    broken: {
      description: "A service broke: only loading the app anew helps.",
      entry: enqueueActions(({ context, enqueue }) => {
        for (const { id } of context.flows) enqueue.stopChild(id);
        enqueue.assign({ flows: [] });
      }),
      on: { "ui.reload": { actions: emit({ type: "app.reload" }), description: "The user loads the app anew." } },
    },
  },
});
