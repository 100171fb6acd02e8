import type { ReactElement } from "react";
import type { AnyMachineSnapshot } from "xstate";

import type { ServiceName } from "#machines/app/app.machine.ts";
import type { FlowName } from "#machines/app/flows.ts";
import { listFacts } from "#gallery/listFacts.ts";
import type { WalkedModel } from "#tests/models/model.ts";
import { planWalks, type WalkPlan } from "#tests/models/planWalks.ts";
import type { WalkedPlace, WalkedWay } from "#tests/models/walkModel.ts";

/** A chart on its screen, as a walk opens and follows it. */
export interface ScreenWalk {
  /** Under this name the screen starts the chart, or its host; a service and the root, which is `app`, are there without it. */
  flow: FlowName | ServiceName | "app";
  model: WalkedModel;
  host?: WalkHost;
  /** The event that the screen opens the chart by, where it is another one than `ui.open`: here the walk does so. */
  opening?: string;
  /** Services that stand elsewhere than at the start of the app, e.g. where somebody is logged in. */
  given?: readonly { service: ServiceName; model: WalkedModel; steps: readonly string[] }[];
  /** Whether the walk comes to each look that the view tells of, not only to each transition: what is read differs. */
  isEachSeen?: boolean;
  /** Whether it is walked once more in a messenger that draws the main button. */
  isOnMainButton?: boolean;
  /** Whether the screen stays when the chart has ended. */
  staysAtEnd?: boolean;
  /** Path and query. */
  at: string;
  screen: ReactElement;
  /** Where back leads from the page as it was opened; absent where it leads nowhere. */
  back?: string;
  /**
   * What else moves the page, e.g. `goes to /user`: one of these at each event that is sent to the chart or emitted by it,
   * or each state of the view that is entered; `stays` where it need not. Any other move is a fault.
   */
  moves?: Readonly<Record<string, readonly string[]>>;
  /** What belongs to no action of the chart: `<kind> <name>`, a link by the path or origin that it leads to. */
  others: readonly string[];
  /** Of these, what the walks may miss, e.g. since it comes late; every other one must be drawn at least once. */
  seldom?: readonly string[];
  /** Of these, what stands in several places of the page, e.g. for each of its fields. */
  repeated?: readonly string[];
  /** Of these, what is opened as soon as it is there: it holds controls of the chart. */
  opens?: readonly string[];
  /** What the server says, by path, where it is something else than usual. */
  answers?: Readonly<Record<string, unknown>>;
  /** Paths of the view whose texts and links the screen need not show. */
  untold?: readonly string[];
  /** Transitions that the screen cannot have, with the reason. */
  unreached?: Readonly<Record<string, string>>;
}

/** The chart that has the walked one as a child. */
interface WalkHost {
  model: WalkedModel;
  /** Which of the model's inputs it starts with; by default the first. */
  input?: number;
  /** What happens to it until the child runs. */
  steps: readonly string[];
  child: string;
  /** The event that it opens the child by: here the walk does so. */
  opening?: string;
  /** In turn a child of this one. */
  host?: WalkHost;
}

/** A walk that is this long ends, so that a failure stays readable. */
const MAX_STEPS = 40;
export const BY_ARROW = " by the arrow";
/** Sent by the screen as it opens, or by a control of it. */
export const OPENING = "ui.open#0";

/** Short walks that take every transition which the screen can have. */
export function planScreen({ model, isEachSeen = false }: ScreenWalk, starts: readonly WalkedPlace[]): WalkPlan[] {
  return planWalks(addWays(model, starts, isEachSeen), {
    startWorlds: model.inputs.map(() => "here"),
    maxSteps: MAX_STEPS,
    cause: (stimulus, _, snapshot) => (canCause(model, stimulus.replace(BY_ARROW, ""), snapshot) ? ["here"] : []),
  });
}

/** What the messenger's arrow does as well is walked by it, too; and to a look leads a way of its own. */
function addWays(model: WalkedModel, starts: readonly WalkedPlace[], isEachSeen: boolean): readonly WalkedPlace[] {
  const { press, events } = model;
  const known = new Map<WalkedPlace, WalkedPlace>();
  const add = (place: WalkedPlace): WalkedPlace => {
    const found = known.get(place);
    if (found !== undefined) return found;
    const ways: WalkedWay[] = [];
    const added = { snapshot: place.snapshot, ways };
    known.set(place, added);
    for (const way of place.ways) {
      const looks = isEachSeen ? [nameLook(model, way.place.snapshot)] : [];
      const led = { ...way, edges: [...way.edges, ...looks], place: add(way.place) };
      ways.push(led);
      const type = way.stimulus.slice(0, way.stimulus.lastIndexOf("#"));
      const [sample] = events[type] ?? [];
      if (press?.[type]?.(sample as never, place.snapshot.context as never).isBack !== true) continue;
      ways.push({ ...led, stimulus: way.stimulus + BY_ARROW, edges: way.edges.map((edge) => edge + BY_ARROW) });
    }
    return added;
  };
  return starts.map(add);
}

/** The same for two places that look alike. */
export function nameLook({ view }: WalkedModel, snapshot: AnyMachineSnapshot): string {
  return JSON.stringify([...listFacts(view?.(snapshot) ?? {})]);
}

/** What a person does needs a control. */
export function canCause(model: WalkedModel, stimulus: string, snapshot: AnyMachineSnapshot): boolean {
  const type = stimulus.slice(0, stimulus.lastIndexOf("#"));
  if (!type.startsWith("ui.") || stimulus === OPENING) return true;
  if (model.withoutControl?.includes(type) === true) return model.press?.[type] !== undefined;
  const event = findEvent(model, stimulus);
  const isOffered = model.view?.(snapshot).actions.some((action) => action.enabled && action.event.type === type);
  return isOffered === true && model.press?.[type]?.(event as never, snapshot.context as never).isShown !== false;
}

/** What happens at a stimulus of a person. */
export function findEvent({ events }: WalkedModel, stimulus: string): { type: string } {
  const cut = stimulus.lastIndexOf("#");
  const type = stimulus.slice(0, cut);
  return events[type]?.[Number(stimulus.slice(cut + 1))] ?? { type };
}
