import type { AnyStateMachine } from "xstate";
import type { WalkedModel } from "../model.ts";

/** Real charts that work together; what they need from the world is deferred, and the walk decides how it ends. */
export interface Composition {
  name: string;
  /** The chart that starts the others. */
  machine: AnyStateMachine;
  /** One run starts from each in turn. */
  inputs: readonly unknown[];
  /** Charts that the root starts by name, as the composition root provides them. */
  flows?: Readonly<Record<string, AnyStateMachine>>;
  /** Events that the world sends, as `<machine> <type>`; people send the `ui.*` ones, and charts send each other theirs. */
  fromWorld: readonly string[];
  /** How a request of a child ends, as `<child> <request>`, where its own model's samples do not fit what this parent asks. */
  outcomes?: WalkedModel["outcomes"];
  /** Charts whose states are combined with each other; all where it is left out. */
  focus?: readonly string[];
  /** Transitions by which the root chart hears of the others and that no run takes, with the reason. */
  unreached: Readonly<Record<string, string>>;
  /** Of all runs together. */
  steps: number;
}
