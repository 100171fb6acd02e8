import type { Picture } from "./picture.ts";
import { Forced } from "./static/Forced.tsx";
import type { ForcedState } from "./static/forceStates.ts";

const STATES: readonly ForcedState[] = ["hovered", "pressed", "focused"];

/** A picture of the controls in each state that a mouse, a finger or a keyboard brings. */
export function listForced(name: string, node: Picture["node"], states = STATES): readonly Picture[] {
  return states.map((state) => ({ name: `${name}, ${state}`, node: <Forced state={state}>{node}</Forced> }));
}
