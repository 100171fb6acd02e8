import { createBrowserReceiver, type StatelyInspectionEvent } from "@statelyai/inspect";
import { expect, it, vi } from "vitest";
import {
  createActor,
  fromPromise,
  fromTransition,
  type AnyActorLogic,
  type AnyStateMachine,
  type InspectionEvent,
  type Observer,
} from "xstate";

import type { components } from "#contract/schema.d.ts";
import { appMachine } from "#machines/app/app.machine.ts";
import { createEnvironmentService } from "#machines/environment/environment.machine.ts";
import { envelopeClaimMachine } from "#machines/envelopeClaim/envelopeClaim.machine.ts";
import { createLanguageService } from "#machines/language/language.machine.ts";
import { createResourceMachine } from "#machines/kit/resource/resource.machine.ts";
import { createSessionService } from "#machines/session/session.machine.ts";
import { MODELS } from "#tests/models/registry.ts";
import { sampleLaunch, sampleUser } from "#tests/support/samples.ts";

import { Recorder } from "./recording/Recorder.ts";
import { openStatelyWindow } from "./stately.ts";

const TOKEN = "t0ken-of-the-session";
const INIT_DATA = "hash=of-the-launch";
const PASSPHRASE = "spring rain in the garden";

const PAGE_ORIGIN = "https://hongbao.example";
const INSPECTOR_ORIGIN = "https://stately.ai";

interface Sender {
  postMessage: (data: unknown, target: string) => void;
}

/** Stands in for a browser's window: a message arrives later, as a copy, and only if it is posted to the window's origin. */
class MessageWindow extends EventTarget {
  opener: Sender | null = null;
  readonly self = this;
  readonly top = this;
  readonly opened: MessageWindow[] = [];
  readonly targets: string[] = [];
  readonly origin: string;

  constructor(origin = PAGE_ORIGIN) {
    super();
    this.origin = origin;
  }

  /** The package in this window posts to the inspector's window, which `open` gave it. */
  postMessage(data: unknown, target: string): void {
    this.targets.push(target);
    if (target === this.origin) this.hear(data, PAGE_ORIGIN, null);
  }

  hear(data: unknown, origin: string, source: MessageWindow | null): void {
    const message = new MessageEvent("message", { data: structuredClone(data), origin });
    Object.defineProperty(message, "source", { value: source });
    queueMicrotask(() => this.dispatchEvent(message));
  }

  open(): MessageWindow {
    const other = new MessageWindow(INSPECTOR_ORIGIN);
    other.opener = { postMessage: (data) => this.hear(data, INSPECTOR_ORIGIN, other) };
    this.opened.push(other);
    return other;
  }
}

/** What the package's own receiver hears in the inspector's window of whatever `run` creates. */
async function listen(
  run: (inspect: Observer<InspectionEvent>) => Promise<void> | void,
): Promise<StatelyInspectionEvent[]> {
  const page = new MessageWindow();
  const inspect = openStatelyWindow(page as unknown as Window);
  await run(inspect);
  const [inspector] = page.opened;
  if (inspector === undefined) throw new Error("no window was opened");
  const heard: StatelyInspectionEvent[] = [];
  createBrowserReceiver({ window: inspector as unknown as Window }).subscribe((event) => heard.push(event));
  await vi.waitFor(() => expect(heard.length).toBeGreaterThan(0));
  await new Promise((resolve) => setTimeout(resolve, 50));
  return heard;
}

function chartsOf(heard: readonly StatelyInspectionEvent[]): { name: string; sessionId: string; definition: string }[] {
  return heard.flatMap((event) =>
    event.type === "@xstate.actor"
      ? [{ name: event.name, sessionId: event.sessionId, definition: event.definition ?? "" }]
      : [],
  );
}

const answer = (value: unknown): AnyActorLogic => fromPromise(() => Promise.resolve(value));
const never: AnyActorLogic = fromPromise(() => new Promise(() => {}));

const systemInfo = createResourceMachine<components["schemas"]["SystemInfo"], null>();

/** A root whose services work, with the world's answers in place of browser and server. */
function createRoot(inspect: Observer<InspectionEvent>) {
  const launch = { ...sampleLaunch, initData: INIT_DATA };
  const environment = createEnvironmentService({
    readLaunch: answer({ kind: "launched", launch }),
    probeTheme: answer(true),
    signalReady: answer(true),
  });
  const session = createSessionService({
    readStored: answer({ token: null, userId: null }),
    clearStored: answer(null),
    saveStored: answer(null),
    authenticate: answer({ token: TOKEN, isNewUser: false, userItem: sampleUser }),
  });
  return createActor(
    appMachine.provide({
      actors: {
        environment,
        session,
        language: createLanguageService({}),
        systemInfo: systemInfo.provide({ actors: { read: never } }),
        flow: envelopeClaimMachine,
      },
    }),
    { inspect },
  );
}

it("shows every actor of a starting app with its chart, its sender and receiver, and no secret", async () => {
  const heard = await listen(async (inspect) => {
    const root = createRoot(inspect);
    root.start();
    root.send({ type: "app.start" });
    await vi.waitFor(() => expect(root.getSnapshot().children.session?.getSnapshot().context.token).toBe(TOKEN));
    root.send({ type: "flow.start", flow: "envelopeClaim", input: { envelopeId: null, passphrase: "" } });
    const flow = root.getSnapshot().children.envelopeClaim;
    flow?.send({ type: "ui.enter" });
    flow?.send({ type: "ui.type", field: "passphrase", value: PASSPHRASE });
    root.stop();
  });
  const charts = chartsOf(heard);
  for (const machine of ["app", "environment", "session", "language", "systemInfo", "envelopeClaim"]) {
    const own = charts.filter(({ name }) => name === machine);
    expect(own.map(({ name }) => name)).toEqual([machine]);
    expect(JSON.parse(own[0]?.definition ?? "null")).toHaveProperty("states");
  }
  const names = new Map(charts.map(({ sessionId, name }) => [sessionId, name]));
  const told = heard.flatMap((event) =>
    event.type === "@xstate.event"
      ? [`${names.get(event.sourceId ?? "") ?? ""} > ${event.event.type} > ${names.get(event.sessionId) ?? ""}`]
      : [],
  );
  expect(told).toContain("app > environment.start > environment");
  expect(told).toContain("app > session.start > session");
  expect(told).toContain("environment > environment.settled > app");
  expect(told).toContain("session > session.opened > app");
  expect(told.some((event) => event.startsWith("authenticate > xstate.done.actor.authenticate > session"))).toBe(true);
  const receivers = new Set(charts.map(({ sessionId }) => sessionId));
  expect(heard.filter((event) => !receivers.has(event.sessionId))).toEqual([]);
  const text = JSON.stringify(heard);
  for (const secret of [TOKEN, INIT_DATA, PASSPHRASE]) expect(text).not.toContain(secret);
});

it("shows every living actor when it is opened late, with its chart and what it is by then", async () => {
  const recorder = new Recorder();
  const root = createRoot(recorder.inspect).start();
  root.send({ type: "app.start" });
  await vi.waitFor(() => expect(root.getSnapshot().children.session?.getSnapshot().context.token).toBe(TOKEN));
  const heard = await listen((inspect) => {
    recorder.addObserver(inspect);
    root.send({ type: "app.close" });
  });
  const charts = chartsOf(heard);
  expect(charts.map(({ name }) => name)).toEqual(["app", "environment", "session", "language", "systemInfo", "read"]);
  for (const { definition } of charts.slice(0, -1)) expect(JSON.parse(definition)).toHaveProperty("states");
  const session = heard.find((event) => event.type === "@xstate.actor" && event.name === "session");
  expect(session).toMatchObject({ snapshot: { value: { loggedIn: {} } } });
  expect(heard.map(({ type }) => type)).toContain("@xstate.event");
  expect(JSON.stringify(heard)).not.toMatch(new RegExp(`${TOKEN}|${INIT_DATA}`));
  root.stop();
});

it("tells the inspector's window alone, whoever asks", async () => {
  const page = new MessageWindow();
  const root = createRoot(openStatelyWindow(page as unknown as Window)).start();
  await new Promise((resolve) => setTimeout(resolve, 50));
  const [inspector] = page.opened;
  const connect = { type: "@statelyai.connected" };
  page.hear(connect, "https://other.example", inspector ?? null);
  page.hear(connect, INSPECTOR_ORIGIN, new MessageWindow(INSPECTOR_ORIGIN));
  page.hear(connect, INSPECTOR_ORIGIN, null);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(inspector?.targets).toEqual([]);
  page.hear(connect, INSPECTOR_ORIGIN, inspector ?? null);
  await vi.waitFor(() => expect(inspector?.targets.length).toBeGreaterThan(0));
  expect(new Set(inspector?.targets)).toEqual(new Set([INSPECTOR_ORIGIN]));
  root.stop();
});

it.each([...MODELS])("shows %s with its whole chart", async (_name, { machine, inputs }) => {
  const heard = await listen((inspect) => {
    createActor(withQuietActors(machine), { input: inputs[0], inspect }).start().stop();
  });
  const [chart] = chartsOf(heard);
  const definition = JSON.parse(chart?.definition ?? "null") as { states?: object };
  expect(Object.keys(definition.states ?? {}).sort()).toEqual(Object.keys(machine.states).sort());
  expect(chart?.definition).not.toMatch(/\[(?:Object|Array|Circular)\]|"\.\.\."/);
});

/** What it invokes is not what is shown here. */
function withQuietActors(machine: AnyStateMachine): AnyStateMachine {
  const names = Object.keys(machine.implementations.actors);
  // A chart may read what a child shows as soon as it has started.
  const quiet = fromTransition((shown: object) => shown, {});
  return machine.provide({ actors: Object.fromEntries(names.map((name) => [name, quiet])) });
}
