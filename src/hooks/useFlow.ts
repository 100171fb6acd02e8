import { startTransition, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { AnyActorRef, EventFromLogic, InputFrom, SnapshotFrom } from "xstate";

import { type FlowLogics, type FlowName, type FlowStart, selectFlow } from "#machines/app/flows.ts";
import { carryOut, type Flow, hear, type StartedFlow } from "#src/adapters/actors/flow.ts";

import { useApp } from "./useApp.ts";
import { useOptionalSnapshot } from "./useSnapshot.ts";

interface UseFlowOptions<Name extends FlowName, Asked> {
  input: Asked;
  /** Distinguishes flows of one kind on the same page, e.g. `useId()`; not needed for a single one. */
  flowKey?: string;
  /** Sent once after the start, to a flow that waits for its first event. */
  open?: EventFromLogic<FlowLogics[Name]>;
  /** Called where the flow has changed what the page shows beside it. */
  onOutdated?: () => void;
  /**
   * The component has something to show without the flow, so the flow starts after the paint, in a task of its own. Else it
   * starts before, so that the first paint shows it.
   */
  isDeferred?: boolean;
  /** The page is whole without the flow: nothing is shown of it where it breaks. */
  isExtra?: boolean;
  /** Called at the end with the last snapshot. */
  onLeave?: (snapshot: SnapshotFrom<FlowLogics[Name]>) => void;
}

/**
 * Makes the root run a flow as long as the component is mounted. For another input, give the component another `key`.
 * @returns null until the first paint
 * @throws {BrokenFlow} for the screen's `FlowBoundary` after the flow broke
 */
export function useFlow<Name extends FlowName, View, Asked = InputFrom<FlowLogics[Name]>>(
  flow: Flow<Name, View, Asked>,
  options: UseFlowOptions<Name, Asked>,
): StartedFlow<Name, View> | null {
  const app = useApp();
  const first = useRef(options);
  const place = { navigate: useNavigate(), location: useLocation() };
  const latest = useRef({ ...options, ...place });
  const [actor, setActor] = useState<AnyActorRef | null>(null);
  useEffect(() => {
    latest.current = { ...options, ...place };
  });

  const start = useCallback(() => {
    const { root } = app;
    const { input: asked, open, flowKey, isDeferred = false } = first.current;
    const prepared = flow.prepare?.(app, asked);
    const input = prepared?.input ?? asked;
    app.provideFlow(flow.name, flow.create);
    root.send({ type: "flow.start", flow: flow.name, key: flowKey, input } as FlowStart);
    const started: AnyActorRef | undefined = selectFlow(root.getSnapshot(), flow.name, flowKey);
    if (started === undefined) return undefined;
    const births = hear(started, (effect) => carryOut(app, { ...prepared, ...latest.current }, effect));
    // The actor is there only once the root has started it; a layout effect renders again before the paint.
    if (isDeferred) startTransition(() => setActor(started));
    else setActor(started);
    if (open !== undefined) started.send(open);
    const stop = () => {
      births.unsubscribe();
      // The next screen may have started its own by now: it starts before a deferred one of this screen ends.
      if (selectFlow(root.getSnapshot(), flow.name, flowKey) !== started) return;
      root.send({ type: "flow.stop", flow: flow.name, key: flowKey });
    };
    return () => {
      latest.current.onLeave?.(started.getSnapshot() as SnapshotFrom<FlowLogics[Name]>);
      if (flow.leave === undefined) stop();
      else {
        started.send(flow.leave);
        // The root tells of one that breaks meanwhile.
        started.subscribe({ complete: stop, error: () => {} });
      }
    };
  }, [app, flow]);
  useLayoutEffect(() => (first.current.isDeferred === true ? undefined : start()), [start]);
  useEffect(() => (first.current.isDeferred === true ? start() : undefined), [start]);

  const snapshot = useOptionalSnapshot(actor);
  const isShown = snapshot?.status === "active" || snapshot?.status === "done";
  // The same view until the flow moves: whoever renders for another reason, e.g. a price, has no news of it.
  const view = useMemo(
    () => (isShown ? flow.view(snapshot as SnapshotFrom<FlowLogics[Name]>) : null),
    [flow, snapshot, isShown],
  );
  if (snapshot?.status === "error" && options.isExtra !== true) throw new BrokenFlow(flow.name);
  return view === null || actor === null ? null : { view, send: actor.send, actor };
}

/** A flow ended by an error, so its screen has nothing to show. `FlowBoundary` offers to start it again. */
export class BrokenFlow extends Error {
  override name = "BrokenFlow";
}
