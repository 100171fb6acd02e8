import type { ReactElement } from "react";
import { type Actor, createActor, type AnyActorRef, type AnyEventObject, type AnyStateMachine } from "xstate";

import { nothing } from "#gallery/nothing.ts";
import { appMachine, type ServiceName } from "#machines/app/app.machine.ts";
import { environmentMachine } from "#machines/environment/environment.machine.ts";
import { createBackStack } from "#src/adapters/telegram/backStack.ts";
import { createMainButtonStack } from "#src/adapters/telegram/mainButtonStack.ts";
import { createApp, type App } from "#src/createApp.ts";
import { getService } from "#src/getService.ts";
import { AppContext } from "#src/hooks/useApp.ts";
import type { WalkedModel } from "#tests/models/model.ts";
import { WalkClock } from "#tests/models/WalkClock.ts";

import { answerCall } from "./answers.ts";
import { unfold } from "./controls.ts";
import { messengerButton, showMessengerButton } from "./messengerButton.ts";
import { Moves } from "./Moves.ts";
import { ScreenRun } from "./ScreenRun.ts";
import type { ScreenWalk } from "./screenWalk.ts";
import { endAtWill, leaveShut, scriptChart, startWith, tellEvents } from "./scriptChart.ts";
import { StillRouter } from "./StillRouter.tsx";

interface OpenScreen {
  /** The chart that the screen has started, or its host. */
  root: AnyActorRef;
  /** What happens to the walked chart. */
  run: ScreenRun;
  moves: Moves;
  /** What the walked chart was sent so far. */
  heard: readonly AnyEventObject[];
  /** Whether the messenger's arrow, or the page's own, leads somewhere. */
  hasWayBack: () => boolean;
  close: () => Promise<void>;
}

export interface MessengerControls {
  hasArrow: boolean;
  hasMainButton: boolean;
}

const STARTED_MS = 5_000;
const LOOK_AGAIN_MS = 10;
const NEVER_MS = 2 ** 31 - 1;

/**
 * Opens a screen with the real chart in the real app: its requests end as the walk says, and the server answers what the
 * screen reads beside it.
 *
 * @param input which of the model's inputs the chart starts with
 * @param draw draws the screen, and gives what takes it away
 * @param messenger whether it draws the arrow back and the main button; else a page has its own
 */
export async function openScreen(
  walk: ScreenWalk,
  input: number,
  draw: (node: ReactElement) => Promise<() => Promise<void>>,
  { hasArrow, hasMainButton }: MessengerControls = { hasArrow: true, hasMainButton: false },
): Promise<OpenScreen> {
  const { flow, model, given = [], at, screen, answers } = walk;
  window.sessionStorage.clear();
  window.localStorage.clear();
  const fetchOutside = window.fetch.bind(window);
  window.fetch = (request) => answerCall(request as Request, answers);
  const clock = new WalkClock();
  const moves = new Moves(walk.moves);
  const hosts = listHosts(walk);
  const heard: AnyEventObject[] = [];
  const started = hosts.reduce(
    (child, { model: { machine, inputs }, input: start = 0, child: name, opening }) =>
      startWith(scriptChart(machine, { [name]: leaveShut(child, opening) }), inputs[start]),
    startWith(
      leaveShut(
        tellEvents(scriptChart(model.machine), (event) => heard.push(event)),
        walk.opening,
      ),
      model.inputs[input],
    ),
  );
  const services: Partial<Record<ServiceName, AnyStateMachine>> = Object.fromEntries(
    given.map((other) => [other.service, endAtWill(scriptChart(other.model.machine))]),
  );
  if (isService(flow)) services[flow] = started;
  const created = replaceServices(await createApp(window, null, clock), services, clock);
  const backs = createBackStack(nothing);
  const mainButtons = createMainButtonStack(showMessengerButton, runAtOnce);
  messengerButton.addEventListener("click", mainButtons.press);
  const messenger = {
    ...created.messenger,
    hasMainButton: () => hasMainButton,
    pushMainButton: mainButtons.push,
    disableMainButton: mainButtons.pushModal,
    hasBackButton: () => hasArrow,
    pushBack: backs.push,
    pressBack: backs.press,
    // A page that another one covers is slow.
    openLink: (url: string) => moves.hear(`opens ${url}`),
    close: nothing,
  };
  const app = { ...created, messenger, whenIdle: runSoon };
  clock.follow(app.root);
  if (flow !== "app" && !isService(flow)) app.provideFlow(flow, () => started as never);
  app.root.start();
  app.root.send({ type: "app.start" });
  for (const { service, model: other, steps } of given)
    await lead(new ScreenRun(other, getService(app.root, service), clock, nothing), steps);
  const clear = await draw(
    <AppContext value={app}>
      <StillRouter at={at} onMove={moves.hear}>
        {screen}
      </StillRouter>
    </AppContext>,
  );
  const waitFor = async (name: string, find: () => AnyActorRef | undefined) => {
    const until = performance.now() + STARTED_MS;
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      if (performance.now() > until) throw new Error(`the screen does not start ${name}`);
      unfold(walk);
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
  };
  const root = await waitFor(flow, () => {
    if (flow === "app") return app.root;
    const { context, children } = app.root.getSnapshot();
    return children[context.flows.find((running) => running.flow === flow)?.id ?? flow];
  });
  const follow = (followed: WalkedModel, actor: AnyActorRef) => {
    moves.follow(followed, actor);
    return new ScreenRun(followed, actor, clock, backs.press);
  };
  let actor = root;
  for (const { model: hostModel, steps, child } of hosts.toReversed()) {
    const hosting = follow(hostModel, actor);
    await lead(hosting, steps);
    actor = await waitFor(child, () => hosting.snapshot.children[child] as AnyActorRef | undefined);
  }
  return {
    root,
    moves,
    heard,
    hasWayBack: backs.hasHandler,
    run: follow(model, actor),
    close: async () => {
      await clear();
      app.root.stop();
      messengerButton.removeEventListener("click", mainButtons.press);
      window.fetch = fetchOutside;
    },
  };
}

function runAtOnce(run: () => void): () => void {
  run();
  return nothing;
}

/** A page that is looked at without a pause is never idle. */
function runSoon(run: () => void): () => void {
  const timer = setTimeout(run);
  return () => clearTimeout(timer);
}

function isService(name: ScreenWalk["flow"]): name is ServiceName {
  return name in appMachine.implementations.actors;
}

/** An app whose services are these; none hears of the others' first steps, which a walk makes happen itself. */
function replaceServices(app: App, services: Partial<Record<ServiceName, AnyStateMachine>>, clock: WalkClock): App {
  if (Object.keys(services).length === 0) return app;
  const environment = scriptChart(environmentMachine).provide({ delays: { loadTimeout: NEVER_MS } });
  const actors = { environment, ...services };
  const { logic } = app.root as Actor<typeof appMachine>;
  return { ...app, root: createActor(logic.provide({ actors }), { clock }) };
}

async function lead(run: ScreenRun, steps: readonly string[]): Promise<void> {
  for (const step of steps) {
    run.cause(step);
    await Promise.resolve();
  }
}

/** The innermost first. */
function listHosts({ host }: Pick<ScreenWalk, "host">): readonly NonNullable<ScreenWalk["host"]>[] {
  return host === undefined ? [] : [host, ...listHosts(host)];
}
