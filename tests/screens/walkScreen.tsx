import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanup, render } from "vitest-browser-react";
import type { AnyActorRef, AnyMachineSnapshot } from "xstate";

import { findCutTexts } from "#gallery/checks/findCutTexts.ts";
import { findPoorControls } from "#gallery/checks/findPoorControls.ts";
import { listFacts } from "#gallery/listFacts.ts";
import { showTexts } from "#gallery/texts.ts";
import type { ViewAction } from "#machines/kit/viewAction.ts";
import "#src/styles/main.css";
import { listEdges } from "#tests/models/chartEdges.ts";
import type { WalkedModel } from "#tests/models/model.ts";
import type { WalkPlan } from "#tests/models/planWalks.ts";
import { MODELS } from "#tests/models/registry.ts";
import { walkModel } from "#tests/models/walkModel.ts";
import { findViolations } from "#tests/support/findViolations.ts";
import { lookAtButton } from "#tests/support/lookAtButton.ts";
import { mountIconSprite } from "#tests/support/mountIconSprite.ts";

import { listControls, type Control } from "./controls.ts";
import { findUntold } from "./findUntold.ts";
import { openScreen } from "./openScreen.tsx";
import { readLabel } from "./readLabel.ts";
import type { ScreenRun } from "./ScreenRun.ts";
import { BY_ARROW, OPENING, planScreen, type ScreenWalk } from "./screenWalk.ts";

const SETTLED_MS = 5_000;
/** A control whose name changes meanwhile, e.g. by a price that comes, is looked for again; a covered one stays covered. */
const PRESS_MS = 3_000;
const MOST_PRESSES = 5;
/** The press of a control that is made by a key: the others are made by a pointer. */
const BY_KEY = 2;

/**
 * Walks a chart on its screen: whatever the model can cause happens to the real chart, its controls are pressed, and after
 * each step each action of the view has exactly one control, nothing else can be pressed, axe objects to nothing and no
 * text is cut.
 *
 * @param walked gets the transitions that were taken, by chart
 */
export async function walkScreen(walk: ScreenWalk, walked: Map<string, Set<string>>): Promise<void> {
  const { model } = walk;
  const { starts } = await walkModel(model);
  const plans = planScreen(walk, starts);
  const seen = new Set<string>();
  const taken = walked.get(model.machine.id) ?? new Set();
  walked.set(model.machine.id, taken);
  const presses = new Map<string, number>();

  beforeAll(async () => {
    await page.viewport(320, 640);
    await showTexts("en");
    mountIconSprite();
  });
  // Where a walk fails while it opens.
  afterEach(cleanup);

  describe(`${model.machine.id} on its screen`, () => {
    test("plans every transition, or says why not", () => {
      const planned = new Set(plans.flatMap(({ steps }) => steps.flatMap(({ edges }) => edges)));
      const left = listEdges(model.machine).filter(({ id }) => !planned.has(id));
      expect(left.map(({ id }) => id).sort()).toEqual(Object.keys(walk.unreached ?? {}).sort());
    });

    test.each(plans.map((plan, index) => ({ plan, title: `${String(index)}: ${nameEnd(plan)}` })))(
      "$title",
      async ({ plan }) => {
        expect.hasAssertions();
        await follow(walk, plan, seen, presses);
        for (const { edges } of plan.steps) for (const edge of edges) taken.add(edge.replace(BY_ARROW, ""));
      },
    );
  });
}

function nameEnd({ steps }: WalkPlan): string {
  return `${String(steps.length)} steps to ${steps.at(-1)?.stimulus ?? ""}`;
}

async function follow(
  walk: ScreenWalk,
  { input, steps }: WalkPlan,
  seen: Set<string>,
  presses: Map<string, number>,
): Promise<void> {
  const { run, root, close } = await openScreen(walk, input, async (node) => {
    await render(node);
    return cleanup;
  });
  const done: string[] = [];
  try {
    for (const { stimulus, snapshot } of steps) {
      done.push(stimulus);
      if (stimulus !== OPENING) await perform(walk.model, run, stimulus, presses);
      await expect.poll(() => run.snapshot.value, { timeout: SETTLED_MS }).toEqual(snapshot.value);
      if (run.snapshot.status !== "active") continue;
      await expect
        .poll(() => findControlFaults(walk, root.getSnapshot() as AnyMachineSnapshot), { timeout: SETTLED_MS })
        .toEqual([]);
      const view = walk.model.view?.(run.snapshot) ?? {};
      await expect.poll(() => findUntold(view, walk.untold ?? []), { timeout: SETTLED_MS }).toEqual([]);
      const look = JSON.stringify([...listFacts(view)]);
      if (seen.has(look)) continue;
      seen.add(look);
      // What fades in has its contrast a moment later.
      await expect
        .poll(async () => [...(await findViolations()), ...findCutTexts(), ...findPoorControls()], {
          timeout: SETTLED_MS,
        })
        .toEqual([]);
    }
  } catch (error) {
    throw new Error(`after ${done.join(" → ")}`, { cause: error });
  } finally {
    await close();
  }
}

/** @param presses of each control so far, by its event */
async function perform(
  model: WalkedModel,
  run: ScreenRun,
  stimulus: string,
  presses: Map<string, number>,
): Promise<void> {
  if (!stimulus.startsWith("ui.")) return run.cause(stimulus);
  if (stimulus.endsWith(BY_ARROW)) return run.pressBack();
  const type = stimulus.slice(0, stimulus.lastIndexOf("#"));
  const event = model.events[type]?.[Number(stimulus.slice(stimulus.lastIndexOf("#") + 1))] ?? { type };
  const { isOwn, fill, isBack } = describePress(model, run.snapshot, event);
  const find = () => listControls().find((one) => !one.isDisabled && isOwn(one));
  if (!isBack) await expect.poll(find, { timeout: SETTLED_MS, message: `the control of ${stimulus}` }).toBeDefined();
  const control = find();
  lookAtButton();
  if (control === undefined) return run.pressBack();
  const element = page.elementLocator(control.element);
  const count = (presses.get(type) ?? 0) + 1;
  presses.set(type, count);
  if (fill !== undefined) {
    // The same text again changes nothing.
    await element.clear();
    return element.fill(fill);
  }
  if (count !== BY_KEY) return click(find);
  control.element.focus();
  return userEvent.keyboard(control.kind === "link" ? "{Enter}" : " ");
}

async function click(find: () => Control | undefined): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const control = find();
    try {
      if (control !== undefined) return await page.elementLocator(control.element).click({ timeout: PRESS_MS });
    } catch (error) {
      if (tries === MOST_PRESSES) throw error;
    }
    if (tries === MOST_PRESSES) throw new Error("the control is gone");
  }
}

/** How an event is made on a screen: by the model's word, else by the control that its action names. */
function describePress(model: WalkedModel, snapshot: AnyMachineSnapshot, event: { type: string }) {
  const press = model.press?.[event.type]?.(event as never, snapshot.context as never);
  const { names, among, fill, isBack = false } = press ?? {};
  const action = model.view?.(snapshot).actions.find((one) => one.event.type === event.type);
  const labels = [names ?? action?.labelKey ?? []].flat().map(readLabel);
  const isOwn = ({ name, element }: Control): boolean =>
    among === undefined
      ? labels.some((label) => label.test(name))
      : document.querySelectorAll(among[0])[among[1]] === element;
  return { isOwn, fill, isBack };
}

/** Where the screen has another set of controls than the views of the chart and of its children have actions. */
function findControlFaults({ others }: ScreenWalk, root: AnyMachineSnapshot): string[] {
  const controls = listControls();
  const hasDialog = document.querySelector("dialog[open]") !== null;
  const found = new Set<Control>();
  const judge = (model: WalkedModel, snapshot: AnyMachineSnapshot, action: ViewAction<{ type: string }>): string[] => {
    const { isOwn, isBack } = describePress(model, snapshot, action.event);
    const own = controls.filter(isOwn);
    for (const control of own) found.add(control);
    const fitting = own.filter(({ isDisabled }) => isDisabled !== action.enabled);
    if (fitting.length === 1 && own.length === 1) return [];
    // The arrow stands outside the page, and what lies beneath a dialog waits.
    if (own.length === 0 && (action.enabled ? isBack : hasDialog)) return [];
    return [
      `${action.event.type}: ${String(fitting.length)} controls, ${action.enabled ? "enabled" : "disabled"}, of ${String(own.length)}`,
    ];
  };
  const faults = listCharts(root).flatMap(({ model, snapshot }) => {
    for (const type of model.withoutControl ?? []) {
      for (const sample of model.press?.[type] === undefined ? [] : (model.events[type] ?? [])) {
        const { isOwn } = describePress(model, snapshot, sample);
        for (const control of controls.filter(isOwn)) found.add(control);
      }
    }
    return (model.view?.(snapshot).actions ?? []).flatMap((action) => judge(model, snapshot, action));
  });
  const strangers = controls.filter((control) => !found.has(control) && !control.isDisabled).map(describeControl);
  return [...faults, ...strangers.filter((one) => !others.includes(one)).map((one) => `${one}: belongs to no action`)];
}

/** The chart and those under way in it that people see. */
function listCharts(snapshot: AnyMachineSnapshot): { model: WalkedModel; snapshot: AnyMachineSnapshot }[] {
  const model = MODELS.get(snapshot.machine.id);
  const children = Object.values(snapshot.children as Record<string, AnyActorRef>)
    .map((child) => child.getSnapshot() as AnyMachineSnapshot)
    .filter((child) => "machine" in child && child.status === "active");
  return [...(model === undefined ? [] : [{ model, snapshot }]), ...children.flatMap(listCharts)];
}

function describeControl({ kind, name, element }: Control): string {
  if (!(element instanceof HTMLAnchorElement)) return `${kind} ${name}`;
  return `link ${element.origin === window.location.origin ? element.pathname : element.origin}`;
}
