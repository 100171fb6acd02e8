import type { AnyMachineSnapshot } from "xstate";

import type { WalkedModel } from "#tests/models/model.ts";

import { type Control, listControls } from "./controls.ts";
import { readLabel } from "./readLabel.ts";
import { findEvent, OPENING } from "./screenWalk.ts";

/** How an event is made on a screen: by the model's word, else by the control that its action names. */
export function describePress(model: WalkedModel, snapshot: AnyMachineSnapshot, event: { type: string }) {
  const press = model.press?.[event.type]?.(event as never, snapshot.context as never);
  const { names, among, fill, isBack = false, isShown = true } = press ?? {};
  const actions = model.view?.(snapshot).actions.filter((one) => one.event.type === event.type) ?? [];
  const action = actions.find((one) => JSON.stringify(one.event) === JSON.stringify(event)) ?? actions[0];
  const keys = [names ?? action?.labelKey ?? []].flat();
  const isOwn = ({ name, element }: Control): boolean =>
    among === undefined
      ? keys.some((key) => readLabel(key).test(name))
      : [...document.querySelectorAll(among[0])].at(among[1]) === element;
  return { isOwn, fill, isBack, isShown };
}

/** Whether a control opens the chart: other charts are opened by their screens. */
export function canOpen(model: WalkedModel, snapshot: AnyMachineSnapshot): boolean {
  return listControls().some(describePress(model, snapshot, findEvent(model, OPENING)).isOwn);
}
