import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getStateNodes, type AnyMachineSnapshot } from "xstate";
import type { Failure } from "#machines/kit/failure.ts";
import type { SecurityCodePromptOutput } from "#machines/securityCodePrompt/securityCodePrompt.machine.ts";
import { listEdges } from "#tests/models/chartEdges.ts";
import { joinInstant, THEN } from "#tests/models/joinInstant.ts";
import { planWalks, type PlannedStep, type WalkPlan, type WorldState } from "#tests/models/planWalks.ts";
import { MODELS } from "#tests/models/registry.ts";
import { reachPlaces } from "#tests/models/walkModel.ts";
import { answerPrompt } from "./answerPrompt.ts";
import { endCalls } from "./endCalls.ts";
import { openWalkWorld, type WalkWorld } from "./walkWorld.ts";
import type { WalkScene } from "./WalkScene.ts";

/** How a stimulus of a model is caused in the real app. */
export interface Cause {
  /** The worlds in which it can be; in every one where left out. */
  in?: readonly WorldState[];
  /** Whether it can be where the machine stands. */
  when?: (snapshot: AnyMachineSnapshot) => boolean;
  /** The worlds that it can lead to; the world stays as it is where left out. */
  to?: readonly WorldState[] | ((world: WorldState) => readonly WorldState[]);
  /** Makes the outside world such that what follows is the stimulus. */
  arrange?: (scene: WalkScene, world: WorldState) => Promise<unknown>;
  /** In place of a press, or of the end of the call. */
  act?: (scene: WalkScene, world: WorldState, before: AnyMachineSnapshot) => Promise<void>;
}

export interface Drive {
  /** Of the machine. */
  name: string;
  /**
   * Paths that the machine's actors call, after `/api/v1/`. `a|b`: one of them; of several in a list all end together. A
   * question for the security code repeats a call.
   */
  calls: Readonly<Record<string, string | readonly string[]>>;
  /** What ends in the instant in which it begins: its cause has no `act`, and what it needs is arranged before. */
  instant?: readonly string[];
  /** More settings of the server. */
  settings?: Readonly<Record<string, string>>;
  /** A state whose page goes on to another one by itself, and the edge by which the chart ends then. */
  passing?: { readonly state: string; readonly edge: string };
  /** The world that each input of the model finds; null where the walk cannot have the input. */
  startWorlds: readonly (WorldState | null)[];
  causes: Readonly<Record<string, Cause>>;
  /** Before each walk. */
  open: (world: WalkWorld, plan: WalkPlan, walk: number) => Promise<WalkScene>;
  /** What the database says after a step, and what it should say; null where there is nothing to ask. */
  compare?: (
    scene: WalkScene,
    snapshot: AnyMachineSnapshot,
    world: WorldState,
  ) => Promise<readonly [actual: unknown, expected: unknown] | null>;
  /** Transitions that no walk of the whole app takes, with the reason. */
  unreached: Readonly<Record<string, string>>;
}

/** The world once the page is left: nothing follows. */
export const LEFT: WorldState = "left";

/** The child of any chart that asks for the security code. */
const PROMPT = "securityCodePrompt";
const STEP_MS = 20_000;
const POLL_MS = 25;
const MAX_STEPS = 14;
/** Of four walks `npm test` runs one. */
const SHARE = 4;
const SEED = Number(process.env["WALK_SEED"] ?? "1");
const REPORT = path.join(import.meta.dirname, "../../../report/app");

/** Walks the real app along plans that together take every transition that can be caused. */
export async function runWalks(drive: Drive): Promise<void> {
  const model = MODELS.get(drive.name);
  if (model === undefined) throw new Error(`no model of ${drive.name}`);
  const starts = await reachPlaces(model);
  const plans = planWalks(joinInstant(starts, new Set(drive.instant)), {
    startWorlds: drive.startWorlds,
    maxSteps: MAX_STEPS,
    cause: (stimulus, world, snapshot) =>
      stimulus
        .split(THEN)
        .reduce<readonly WorldState[]>(
          (worlds, part) => worlds.flatMap((each) => findWorlds(drive.causes[part], each, snapshot)),
          [world],
        ),
  });
  const chosen = plans.filter((_, index) => process.env["WALKS"] === "all" || (index + SEED) % SHARE === 0);

  describe(`${drive.name} in the whole app`, () => {
    test("plans every transition, or says why not", () => {
      const planned = new Set(plans.flatMap(({ steps }) => steps.flatMap(({ edges }) => edges)));
      const left = listEdges(model.machine)
        .map(({ id }) => id)
        .filter((id) => !planned.has(id));
      expect(left.sort()).toEqual(Object.keys(drive.unreached).sort());
    });

    // On their own: the plans alone need no world.
    describe("walks", () => {
      const walked = new Set<string>();
      let world: WalkWorld;
      beforeAll(async () => {
        world = await openWalkWorld(drive.settings);
      });
      afterAll(async () => {
        keepWalked(drive, walked);
        await world?.close();
      });

      test.each(chosen.map((plan) => ({ plan, title: describePlan(plan), walk: plans.indexOf(plan) })))(
        "$walk: $title",
        async ({ plan, walk }) => {
          expect.hasAssertions();
          const scene = await drive.open(world, plan, walk);
          try {
            await follow(scene, plan);
          } finally {
            for (const edge of scene.edges) walked.add(edge);
            await scene.close();
          }
        },
      );
    });
  });

  async function follow(scene: WalkScene, { start, steps }: WalkPlan): Promise<void> {
    let before = start;
    for (const [index, step] of steps.entries()) {
      const done = steps.slice(0, index + 1).map(({ stimulus }) => stimulus);
      try {
        await perform(scene, before, step);
        await waitForStep(scene, step, drive.passing);
        const [actual, expected] = (await drive.compare?.(scene, step.snapshot, step.world)) ?? [];
        expect(actual).toEqual(expected);
      } catch (error) {
        throw new Error(`${done.join(" → ")}\n    in the world "${step.world}"`, { cause: error });
      }
      before = step.snapshot;
    }
  }

  async function perform(scene: WalkScene, before: AnyMachineSnapshot, step: PlannedStep): Promise<void> {
    const { world } = step;
    const [stimulus = "", ...following] = step.stimulus.split(THEN);
    for (const part of following) await drive.causes[part]?.arrange?.(scene, world);
    const { arrange, act } = drive.causes[stimulus] ?? {};
    await arrange?.(scene, world);
    if (act !== undefined) return act(scene, world, before);
    const [, kind = "", id = "", n = "0"] = /^(done|error)\((.+)\)#(\d+)$/u.exec(stimulus) ?? [];
    if (kind !== "") {
      const outcome = model?.outcomes[id]?.[kind as "done" | "error"][Number(n)];
      const calls = [drive.calls[id] ?? ""].flat();
      if (id === PROMPT) return answerPrompt(scene, outcome as SecurityCodePromptOutput, calls);
      return endCalls(scene, calls, kind === "error" ? (outcome as Failure) : null);
    }
    const type = stimulus.slice(0, stimulus.lastIndexOf("#"));
    const action = model?.view?.(before).actions.find(({ event, enabled }) => enabled && event.type === type);
    if (action === undefined) throw new Error(`nothing causes ${stimulus}`);
    return scene.press(action.labelKey);
  }
}

/** The worlds that a stimulus leads to; none where it cannot be. */
function findWorlds(cause: Cause | undefined, world: WorldState, snapshot: AnyMachineSnapshot): readonly WorldState[] {
  const cannotBe =
    world === LEFT || cause === undefined || cause.in?.includes(world) === false || cause.when?.(snapshot) === false;
  if (cannotBe) return [];
  return typeof cause.to === "function" ? cause.to(world) : (cause.to ?? [world]);
}

/** Waits until the chart stands where the plan says, by exactly the edges that it says. */
async function waitForStep(
  scene: WalkScene,
  { edges, snapshot, world }: PlannedStep,
  passing: Drive["passing"],
): Promise<void> {
  const states = getStateNodes(snapshot.machine.root, snapshot.value).map(({ id }) => id);
  const step = { edges: scene.dropRepeats(edges), states: states.sort(), status: snapshot.status };
  const read = async () => {
    const live = await scene.readStep(edges);
    const hasPassed = passing !== undefined && snapshot.matches(passing.state) && live?.edges.at(-1) === passing.edge;
    if (hasPassed) return { ...step, edges: live.edges.slice(0, -1) };
    // A chart ends with the page that it belongs to.
    return live?.status === "stopped" && world === LEFT ? { ...live, status: snapshot.status } : live;
  };
  await expect.poll(read, { timeout: STEP_MS, interval: POLL_MS }).toEqual(step);
  scene.keepStep(step);
}

function describePlan({ steps }: WalkPlan): string {
  return steps.map(({ stimulus }) => stimulus).join(" → ");
}

/** For the report of `npm run models`. */
function keepWalked({ name, unreached }: Drive, walked: ReadonlySet<string>): void {
  mkdirSync(REPORT, { recursive: true });
  writeFileSync(
    path.join(REPORT, `${name}.json`),
    `${JSON.stringify({ walked: [...walked].sort(), unreached }, null, 2)}\n`,
  );
}
