import type { ReactElement } from "react";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanup, render } from "vitest-browser-react";
import type { AnyActorRef, AnyMachineSnapshot } from "xstate";

import { findCutTexts } from "#gallery/checks/findCutTexts.ts";
import { findPoorControls } from "#gallery/checks/findPoorControls.ts";
import { showTexts } from "#gallery/texts.ts";
import type { ViewAction } from "#machines/kit/viewAction.ts";
import "#src/styles/main.css";
import { listEdges } from "#tests/models/chartEdges.ts";
import type { WalkedModel } from "#tests/models/model.ts";
import type { WalkPlan } from "#tests/models/planWalks.ts";
import { MODELS } from "#tests/models/registry.ts";
import { reachPlaces } from "#tests/models/walkModel.ts";
import { findViolations, settle } from "#tests/support/findViolations.ts";
import { lookAtButton } from "#tests/support/lookAtButton.ts";
import { mountIconSprite } from "#tests/support/mountIconSprite.ts";

import { describeControl, listControls, nameOther, unfold, type Control } from "./controls.ts";
import { canOpen, describePress } from "./describePress.ts";
import { findUntold } from "./findUntold.ts";
import { messengerButton } from "./messengerButton.ts";
import { type Moves, STAYS } from "./Moves.ts";
import { type MessengerControls, openScreen } from "./openScreen.tsx";
import { readLabel } from "./readLabel.ts";
import type { ScreenRun } from "./ScreenRun.ts";
import { BY_ARROW, findEvent, nameLook, OPENING, planScreen, type ScreenWalk } from "./screenWalk.ts";
import { findPoint, tap } from "./tap.ts";

/** How long what follows is waited for; it mostly comes within a frame or two. */
const SETTLED = { timeout: 5_000, interval: 5 };
/** The press of a control that is made by a key: the others are made by a pointer. */
const BY_KEY = 2;

/**
 * Walks a chart on its screen: whatever the model can cause happens to the real chart, its controls are pressed, and after
 * each step each action of the view has exactly one control, nothing else can be pressed, axe objects to nothing and no
 * text is cut.
 *
 * @param walked gets the transitions that were taken, by chart
 * @param shown gets those of the walk's `others` that the screen has drawn
 * @param hasMainButton whether the messenger draws the main button; else it is a button of the page
 */
export async function walkScreen(
  walk: ScreenWalk,
  walked: Map<string, Set<string>>,
  shown: Set<string>,
  hasMainButton = false,
): Promise<void> {
  const { model } = walk;
  const plans = planScreen(walk, await reachPlaces(model));
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

  describe(`${model.machine.id} on its screen${hasMainButton ? " and the messenger's main button" : ""}`, () => {
    test("plans every transition, or says why not", () => {
      const planned = new Set(plans.flatMap(({ steps }) => steps.flatMap(({ edges }) => edges)));
      const left = listEdges(model.machine).filter(({ id }) => !planned.has(id));
      expect(left.map(({ id }) => id).sort()).toEqual(Object.keys(walk.unreached ?? {}).sort());
    });

    test.each(plans.map((plan, index) => ({ plan, index, title: `${String(index)}: ${nameEnd(plan)}` })))(
      "$title",
      async ({ plan, index }) => {
        expect.hasAssertions();
        // Not every messenger has an arrow back.
        const hasArrow = hasMainButton || index % 2 === 0;
        await follow(walk, plan, { hasArrow, hasMainButton }, { seen, presses, shown });
        const edges = new Set(plan.steps.flatMap((step) => step.edges.map((edge) => edge.replace(BY_ARROW, ""))));
        for (const { id } of listEdges(model.machine)) if (edges.has(id)) taken.add(id);
      },
    );
  });
}

function nameEnd({ steps }: WalkPlan): string {
  return `${String(steps.length)} steps to ${steps.at(-1)?.stimulus ?? ""}`;
}

/** What the plans of a walk have come to. */
interface Progress {
  /** Looks that were judged. */
  seen: Set<string>;
  /** Of each control, by its event. */
  presses: Map<string, number>;
  shown: Set<string>;
}

async function follow(
  walk: ScreenWalk,
  { input, steps }: WalkPlan,
  messenger: MessengerControls,
  { seen, presses, shown }: Progress,
): Promise<void> {
  const draw = async (node: ReactElement) => {
    await render(node);
    return cleanup;
  };
  const { run, root, moves, heard, hasWayBack, close } = await openScreen(walk, input, draw, messenger);
  const done: string[] = [];
  let hadDialog = false;
  try {
    for (const { stimulus, snapshot } of steps) {
      done.push(stimulus);
      moves.goOn();
      const before = heard.length;
      const refusals = countRefusals(walk, run);
      const isOpen = () => JSON.stringify(run.snapshot.value) === JSON.stringify(snapshot.value);
      if (stimulus !== OPENING || !(await opensItself(walk.model, run, isOpen)))
        await perform(walk.model, run, stimulus, presses);
      await expect.poll(() => run.snapshot.value, SETTLED).toEqual(snapshot.value);
      await expect.poll(() => findOtherEvents(walk, stimulus, heard.slice(before)), SETTLED).toEqual([]);
      if (stimulus.startsWith("ui.")) moves.note(findEvent(walk.model, stimulus).type);
      await judgeMoves(moves);
      if (run.snapshot.status !== "active" && walk.staysAtEnd !== true) continue;
      await expect
        .poll(
          () => findControlFaults(walk, root.getSnapshot() as AnyMachineSnapshot, !messenger.hasArrow && hasWayBack()),
          SETTLED,
        )
        .toEqual([]);
      noteOthers(walk, shown);
      if (hadDialog && !hasDialog()) await judgeFocus();
      if (countRefusals(walk, run) > refusals) await judgeRefusal();
      hadDialog = hasDialog();
      const view = walk.model.view?.(run.snapshot) ?? {};
      await expect.poll(() => findUntold(view, walk.untold ?? []), SETTLED).toEqual([]);
      const look = nameLook(walk.model, run.snapshot);
      if (seen.has(look)) continue;
      seen.add(look);
      if (canLeave(walk, root.getSnapshot() as AnyMachineSnapshot)) await tryBack(walk, run, moves, hasWayBack());
      // What fades in has its contrast a moment later.
      await expect
        .poll(async () => [...(await findViolations()), ...findCutTexts(), ...findPoorControls()], SETTLED)
        .toEqual([]);
      // Meanwhile what comes late has come.
      noteOthers(walk, shown);
    }
  } catch (error) {
    throw new Error(`after ${done.join(" → ")}`, { cause: error });
  } finally {
    await close();
  }
}

/** What the chart was sent at a press, where that is not what the model says. The root tells no walk what it is sent. */
function findOtherEvents({ model, flow }: ScreenWalk, stimulus: string, heard: readonly object[]): string[] {
  if (!stimulus.startsWith("ui.") || stimulus === OPENING || flow === "app") return [];
  const write = (event: object) =>
    JSON.stringify(Object.entries(event).sort(([one], [other]) => (one < other ? -1 : 1)));
  const wanted = write(findEvent(model, stimulus.replace(BY_ARROW, "")));
  const sent = heard.map(write);
  return sent.includes(wanted) ? [] : [`${wanted} was not sent`, ...sent];
}

async function judgeMoves(moves: Moves): Promise<void> {
  await expect.poll(() => moves.listFaults(), SETTLED).toEqual([]);
}

function hasDialog(): boolean {
  return document.querySelector("dialog[open]") !== null;
}

/** Who goes on by the keyboard, or is read to, would have to begin at the top. */
async function judgeFocus(): Promise<void> {
  const message = "whether something has the focus once the dialog is closed";
  await expect.poll(() => document.activeElement !== document.body, { ...SETTLED, message }).toBe(true);
}

/** How often the form was sent with something wrong in it. */
function countRefusals({ model }: ScreenWalk, { snapshot }: ScreenRun): number {
  const view: { actions?: unknown; rejectedSubmits?: number } = model.view?.(snapshot) ?? {};
  return view.rejectedSubmits ?? 0;
}

async function judgeRefusal(): Promise<void> {
  const message = "whether the first wrong field, or what was refused, has the focus";
  const wrong = '[aria-invalid="true"], [data-refusal]';
  await expect.poll(() => document.activeElement === document.querySelector(wrong), { ...SETTLED, message }).toBe(true);
}

/** Back leads from the page to where the walk says, or nowhere. */
async function tryBack({ back }: ScreenWalk, run: ScreenRun, moves: Moves, hasWayBack: boolean): Promise<void> {
  expect(hasWayBack, "whether back leads somewhere").toBe(back !== undefined);
  if (back === undefined) return;
  moves.expect([`goes to ${back}`]);
  await pressBack(run);
  await judgeMoves(moves);
}

/** Whether a flow opens with its screen, or waits for a control. */
async function opensItself(model: WalkedModel, run: ScreenRun, isOpen: () => boolean): Promise<boolean> {
  await expect.poll(() => isOpen() || canOpen(model, run.snapshot), SETTLED).toBe(true);
  return isOpen();
}

/** @param presses of each control so far, by its event */
async function perform(
  model: WalkedModel,
  run: ScreenRun,
  stimulus: string,
  presses: Map<string, number>,
): Promise<void> {
  if (!stimulus.startsWith("ui.")) return run.cause(stimulus);
  if (stimulus.endsWith(BY_ARROW)) return pressBack(run);
  const event = findEvent(model, stimulus);
  const { type } = event;
  const { isOwn, fill, isBack } = describePress(model, run.snapshot, event);
  const find = () => listControls().find((one) => !one.isDisabled && !isArrow(one) && isOwn(one));
  if (!isBack) await expect.poll(find, { ...SETTLED, message: `the control of ${stimulus}` }).toBeDefined();
  const control = find();
  lookAtButton();
  if (control === undefined) return pressBack(run);
  const count = (presses.get(type) ?? 0) + 1;
  presses.set(type, count);
  if (fill !== undefined) {
    const element = page.elementLocator(control.element);
    // The same text again changes nothing.
    if ((control.element as HTMLInputElement).value === fill) await element.clear();
    return element.fill(fill);
  }
  if (control.element === messengerButton) return messengerButton.click();
  if (count !== BY_KEY) return click(find);
  control.element.focus();
  return userEvent.keyboard(control.kind === "link" ? "{Enter}" : " ");
}

/** By the page's own arrow where the messenger has none. */
async function pressBack(run: ScreenRun): Promise<void> {
  const find = () => listControls().find(isArrow);
  if (find() === undefined) run.pressBack();
  else await click(find);
}

function isArrow({ name, element }: Control): boolean {
  return element.closest("header") !== null && readLabel("app:back").test(name);
}

/** A control whose name changes meanwhile, e.g. by a price that comes, is looked for again. */
async function click(find: () => Control | undefined): Promise<void> {
  await settle();
  let point: ReturnType<typeof findPoint>;
  const look = () => {
    const control = find();
    point = control && findPoint(control.element);
    return point;
  };
  await expect.poll(look, { ...SETTLED, message: "a control that a pointer reaches" }).toBeDefined();
  if (point !== undefined) await tap(point);
}

function noteOthers({ others }: ScreenWalk, shown: Set<string>): void {
  for (const name of listControls().flatMap(nameOther)) if (others.includes(name)) shown.add(name);
}

/** Where the screen has another set of controls than the views of the chart and of its children have actions. */
function findControlFaults(walk: ScreenWalk, root: AnyMachineSnapshot, needsArrow: boolean): string[] {
  unfold(walk);
  const others = new Set([...walk.others, ...(walk.opens ?? [])]);
  const drawn = listControls();
  const controls = drawn.filter((control) => !isArrow(control));
  const arrows = drawn.length - controls.length;
  const isModal = hasDialog();
  const found = new Set<Control>();
  const charts = listCharts(walk, root);
  // The root's dialog covers what its services show.
  const uppermost = walk.flow === "app" ? root : charts.at(-1)?.snapshot;
  const judge = (model: WalkedModel, snapshot: AnyMachineSnapshot, action: ViewAction<{ type: string }>): string[] => {
    const { isOwn, isBack, isShown } = describePress(model, snapshot, action.event);
    if (!isShown) return [];
    const own = controls.filter(isOwn);
    for (const control of own) found.add(control);
    const fitting = own.filter(({ isDisabled }) => isDisabled !== action.enabled);
    if (fitting.length === 1 && own.length === 1) return [];
    // The arrow stands outside the page, and what lies beneath a dialog waits.
    const isBeneath = isModal && (!action.enabled || snapshot !== uppermost);
    if (own.length === 0 && (isBeneath || (action.enabled && isBack))) return [];
    return [
      `${action.event.type}: ${String(fitting.length)} controls, ${action.enabled ? "enabled" : "disabled"}, of ${String(own.length)}`,
    ];
  };
  const faults = charts.flatMap(({ model, snapshot }) => {
    for (const type of model.withoutControl ?? []) {
      for (const sample of model.press?.[type] === undefined ? [] : (model.events[type] ?? [])) {
        const { isOwn, isShown } = describePress(model, snapshot, sample);
        for (const control of isShown ? controls.filter(isOwn) : []) found.add(control);
      }
    }
    return (model.view?.(snapshot).actions ?? []).flatMap((action) => judge(model, snapshot, action));
  });
  const strangers = controls.filter((control) => !found.has(control) && !control.isDisabled && !control.isChosen);
  return [
    ...faults,
    ...(arrows === (needsArrow && !isModal ? 1 : 0) ? [] : [`${String(arrows)} arrows back`]),
    ...strangers
      .filter((one) => !nameOther(one).some((name) => others.has(name)))
      .map((one) => `${describeControl(one)}: belongs to no action`),
    ...listTwins(strangers.filter((one) => !nameOther(one).some((name) => walk.repeated?.includes(name)))),
  ];
}

/** Those that a person cannot tell apart. */
function listTwins(controls: readonly Control[]): string[] {
  const names = controls.map((control) => `${nameOther(control).join(" ")} ${control.name}`);
  return names.filter((name, index) => names.indexOf(name) !== index).map((name) => `${name}: is drawn twice`);
}

/** Whether back leads away from a page: it has not moved by itself, no dialog is open, and no action goes a step back. */
function canLeave(walk: ScreenWalk, root: AnyMachineSnapshot): boolean {
  return (
    !hasDialog() &&
    !listCharts(walk, root).some(({ model, snapshot }) => {
      const { state = "", actions = [] }: { state?: string; actions?: readonly ViewAction<{ type: string }>[] } =
        model.view?.(snapshot) ?? {};
      const isStep = actions.some(({ event, enabled }) => enabled && describePress(model, snapshot, event).isBack);
      return isStep || walk.moves?.[state]?.includes(STAYS) === false;
    })
  );
}

/** The chart and those under way in it that people see. */
function listCharts(
  walk: ScreenWalk,
  snapshot: AnyMachineSnapshot,
): { model: WalkedModel; snapshot: AnyMachineSnapshot }[] {
  const { id } = snapshot.machine;
  const model = walk.model.machine.id === id ? walk.model : MODELS.get(id);
  const children = Object.values(snapshot.children as Record<string, AnyActorRef>)
    .map((child) => child.getSnapshot() as AnyMachineSnapshot)
    .filter((child) => "machine" in child && child.status === "active");
  return [
    ...(model === undefined ? [] : [{ model, snapshot }]),
    ...children.flatMap((child) => listCharts(walk, child)),
  ];
}
