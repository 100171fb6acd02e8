import { setTimeout as sleep } from "node:timers/promises";
import type { Frame } from "playwright";
import { waitUntilHolds } from "#tests/support/waitUntilHolds.ts";
import { findAppFrame, findMainAction, openPerson, pressMainAction, type Person } from "../../support/person.ts";
import type { ApiUser } from "../../support/logIn.ts";
import { HeldCalls } from "./HeldCalls.ts";
import { readChart, type LiveChart } from "./readChart.ts";
import type { WalkWorld } from "./walkWorld.ts";

/** As long as a page that stands still may take to show what is there. */
const PATIENCE_MS = 300;
/** Of the page: longer than React keeps a late part back. */
const LATE_MS = 350;

interface SceneOptions {
  chart: string;
  /** The person. */
  n: number;
  /** Paths of calls that are held, after `/api/v1/`. */
  held: readonly string[];
  /** Edges that other steps bring along, as a press elsewhere leaves a field. */
  asides?: readonly string[];
}

/** One walk: a person with an app of their own, whose time and calls the walk decides. */
export class WalkScene {
  readonly world: WalkWorld;
  readonly person: Person;
  /** The server as this person. */
  readonly api: ApiUser;
  readonly calls: HeldCalls;
  readonly #chart: string;
  readonly #asides: readonly string[];
  readonly #edges: string[] = [];
  /** Edges of the newest actor that are told already. */
  #told = 0;
  #read = 0;

  private constructor(
    world: WalkWorld,
    { chart, asides = [] }: Pick<SceneOptions, "chart" | "asides">,
    person: Person,
    api: ApiUser,
    calls: HeldCalls,
  ) {
    this.world = world;
    this.#chart = chart;
    this.#asides = asides;
    this.person = person;
    this.api = api;
    this.calls = calls;
  }

  /** Opens the app of person `n` at its start page, and stops its time there. */
  static async open(world: WalkWorld, { n, held, ...watched }: SceneOptions): Promise<WalkScene> {
    const query = { startapp: world.startParam, inspect: "", ageSeconds: world.ageSeconds };
    const person = await openPerson(world, n, { hasClock: true, query });
    await person.app.getByText(person.t("app:home.pitch")).waitFor();
    return WalkScene.#begin(world, watched, person, held);
  }

  /** Watches the app in the tab of person `n`, and stops its time there. */
  static async openIn(tab: Person, world: WalkWorld, { held, ...watched }: SceneOptions): Promise<WalkScene> {
    return WalkScene.#begin(world, watched, tab, held);
  }

  static async #begin(
    world: WalkWorld,
    watched: Pick<SceneOptions, "chart" | "asides">,
    person: Person,
    held: readonly string[],
  ): Promise<WalkScene> {
    const calls = new HeldCalls();
    await calls.hold(person.page.context(), held);
    const scene = new WalkScene(world, watched, person, await world.logIn(person.n), calls);
    await stopClock(person);
    return scene;
  }

  get frame(): Promise<Frame> {
    const { app, page } = this.person;
    return app === page ? Promise.resolve(page.mainFrame()) : findAppFrame(this.person);
  }

  /** Every edge that the chart has taken in this walk. */
  get edges(): readonly string[] {
    return this.#edges;
  }

  /** Presses the control with these words. */
  async press(labelKey: string): Promise<void> {
    const name = this.person.t(labelKey);
    await this.passWhile(findMainAction(this.person, name));
    await pressMainAction(this.person, name);
  }

  /** Ends the app's session as another device would. */
  async endSession(): Promise<void> {
    const token = await (await this.frame).evaluate(() => localStorage.getItem("auht_token"));
    await fetch(`${this.world.stack.url}/api/v1/telegram/logout`, {
      method: "POST",
      headers: { authorization: `Bearer ${String(token)}` },
    });
  }

  async fill(labelKey: string, value: string): Promise<void> {
    await this.passWhile(this.person.app.getByLabel(this.person.t(labelKey)).fill(value));
  }

  async pass(ms: number): Promise<void> {
    await this.person.page.clock.runFor(ms);
  }

  /** As if the device slept: what was due meanwhile comes once. */
  async sleep(ms: number): Promise<void> {
    await this.person.page.clock.fastForward(ms);
  }

  /** Moves the page's time while something is awaited: React shows a part that comes late only so. */
  async passWhile<Result>(awaited: Promise<Result>): Promise<Result> {
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    void awaited.then(end, end);
    for (;;) {
      await Promise.race([awaited.catch(() => undefined), sleep(PATIENCE_MS)]);
      if (isOver) return await awaited;
      await this.pass(LATE_MS);
    }
  }

  /** Waits until the newest actor of the chart is in a state. */
  async waitForState(state: string): Promise<void> {
    await waitUntilHolds(async () => {
      if ((await this.isIn(state)) !== true) throw new Error(`the chart does not come to ${state}`);
    });
  }

  /** Moves the page's time in steps until the chart has left a state. */
  async passUntilLeft(state: string, ms: number): Promise<void> {
    await waitUntilHolds(async () => {
      if ((await this.isIn(state)) === false) return;
      await this.pass(ms);
      throw new Error(`the chart does not leave ${state}`);
    });
  }

  /** Undefined before there is an actor of the chart. */
  async isIn(state: string): Promise<boolean | undefined> {
    return (await this.peek())?.states.includes(`${this.#chart}.${state}`);
  }

  /** What the chart has come to. */
  async peek(): Promise<LiveChart | null> {
    return readChart(await this.frame, this.#chart);
  }

  /** What the chart has done since the last step that was kept. */
  async readStep(expected: readonly string[]): Promise<LiveChart | null> {
    const live = await readChart(await this.frame, this.#chart);
    if (live === null) return null;
    const isExpected = (edge: string) => !this.#isAside(edge) || expected.includes(edge);
    const edges = live.edges.slice(this.#told).filter(isExpected);
    this.#read = live.edges.length;
    return { edges: this.dropRepeats(edges), states: live.states, status: live.status };
  }

  /** Counts what was read last among what the walk has done. */
  keepStep({ edges }: LiveChart): void {
    this.#edges.push(...edges);
    this.#told = this.#read;
  }

  async close(): Promise<void> {
    // The handler of a route may still wait for an answer, which is lost with the page.
    await this.person.page.unrouteAll({ behavior: "ignoreErrors" });
    await this.person.close();
  }

  /** An aside can come more than once. */
  dropRepeats(edges: readonly string[]): readonly string[] {
    return edges.filter((edge, index) => edges.indexOf(edge) === index || !this.#isAside(edge));
  }

  /** What a child shows can change in any step. */
  #isAside(edge: string): boolean {
    return edge.includes("--snapshot(") || this.#asides.includes(edge);
  }
}

/** A busy machine may take longer to say the time than until the moment that is named, and time that is past cannot be stopped at. */
async function stopClock({ page }: Person): Promise<void> {
  for (const aheadMs of [1000, 5000, 20_000]) {
    const nowMs = await page.evaluate(() => Date.now());
    try {
      await page.clock.pauseAt(nowMs + aheadMs);
      return;
    } catch (error) {
      if (!(error instanceof Error) || !error.message.includes("to the past")) throw error;
    }
  }
  throw new Error("the page's time cannot be stopped: its machine is too busy");
}
