import { createActor, type SnapshotFrom } from "xstate";

import type { ChoiceInput, ChoiceMachine } from "#machines/kit/choice/choice.machine.ts";
import type { App } from "#src/createApp.ts";

interface ChoiceFlow<Name extends string, Params> {
  create: (app: App) => ChoiceMachine<Name, Params>;
}

/** Nothing of it is asked: a picture starts no actor. */
const app = {} as App;

/** A choice as the server has it. */
export function standInChoice<Name extends string, Params>(
  { create }: ChoiceFlow<Name, Params>,
  input: ChoiceInput<Name, Params>,
): SnapshotFrom<ChoiceMachine<Name, Params>> {
  return createActor(create(app), { input }).getSnapshot();
}
