import type { Frame } from "playwright";
import { findAppFrame, openPerson, pressMainAction, type Person } from "../../support/person.ts";
import type { ApiUser } from "../../support/logIn.ts";
import { HeldCalls } from "./HeldCalls.ts";
import { readChart, type LiveChart } from "./readChart.ts";
import type { WalkWorld } from "./walkWorld.ts";

/** One walk: a person with an app of their own, whose time and calls the walk decides. */
export class WalkScene {
  readonly world: WalkWorld;
  readonly person: Person;
  /** The server as this person. */
  readonly api: ApiUser;
  readonly calls: HeldCalls;
  readonly #chart: string;
  readonly #edges: string[] = [];
  /** Edges of the newest actor that are told already. */
  #told = 0;
  #read = 0;

  private constructor(world: WalkWorld, chart: string, person: Person, api: ApiUser, calls: HeldCalls) {
    this.world = world;
    this.#chart = chart;
    this.person = person;
    this.api = api;
    this.calls = calls;
  }

  /** Opens the app of person `n` at its start page, and stops its time there. */
  static async open(
    world: WalkWorld,
    { chart, n, held }: { chart: string; n: number; held: readonly string[] },
  ): Promise<WalkScene> {
    const query = { startapp: world.startParam, inspect: "", ageSeconds: world.ageSeconds };
    const person = await openPerson(world, n, { hasClock: true, query });
    await person.app.getByText(person.t("app:home.pitch")).waitFor();
    const calls = new HeldCalls();
    await calls.hold(person.page.context(), held);
    const scene = new WalkScene(world, chart, person, await world.logIn(n), calls);
    const nowMs = await person.page.evaluate(() => Date.now());
    await person.page.clock.pauseAt(nowMs + 1000);
    return scene;
  }

  get frame(): Promise<Frame> {
    return findAppFrame(this.person);
  }

  /** Every edge that the chart has taken in this walk. */
  get edges(): readonly string[] {
    return this.#edges;
  }

  /** Presses the control with these words. */
  async press(labelKey: string): Promise<void> {
    await pressMainAction(this.person, this.person.t(labelKey));
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
    await this.person.app.getByLabel(this.person.t(labelKey)).fill(value);
  }

  async pass(ms: number): Promise<void> {
    await this.person.page.clock.runFor(ms);
  }

  /** What the chart has done since the last step that was kept. */
  async readStep(expected: readonly string[]): Promise<LiveChart | null> {
    const live = await readChart(await this.frame, this.#chart);
    if (live === null) return null;
    // What a child shows can change in any step.
    const edges = live.edges.slice(this.#told).filter((edge) => !isSnapshot(edge) || expected.includes(edge));
    this.#read = live.edges.length;
    return { edges: dropRepeats(edges), states: live.states, status: live.status };
  }

  /** Counts what was read last among what the walk has done. */
  keepStep({ edges }: LiveChart): void {
    this.#edges.push(...edges);
    this.#told = this.#read;
  }

  async close(): Promise<void> {
    await this.person.close();
  }
}

function isSnapshot(edge: string): boolean {
  return edge.includes("--snapshot(");
}

/** A child can show the same more than once. */
export function dropRepeats(edges: readonly string[]): readonly string[] {
  return edges.filter((edge, index) => edge !== edges[index - 1] || !isSnapshot(edge));
}
