import { createActor, type SnapshotFrom } from "xstate";

import type { ChoiceInput, ChoiceMachine, Turn } from "#machines/kit/choice/choice.machine.ts";
import { viewChoice } from "#machines/kit/choice/choice.view.ts";
import type { App } from "#src/createApp.ts";

import { listReached } from "../listReached.ts";

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

/** A choice in every state that it can reach; where something is on its way, with this turn. */
export async function listReachedChoices<Name extends string, Params>(
  flow: ChoiceFlow<Name, Params>,
  input: ChoiceInput<Name, Params>,
  turned: Turn<Name>,
) {
  const { context } = standInChoice(flow, input);
  const reached = await listReached<SnapshotFrom<ChoiceMachine<string, null>>>("choice", (snapshot) => ({
    state: snapshot.value,
    failureKey: viewChoice(snapshot).failureKey,
  }));
  return reached.map(({ state, facts, snapshot: { value, context: at } }) => ({
    state,
    facts,
    snapshot: flow.create(app).resolveState({
      value,
      context: { ...context, turned: at.turned === null ? null : turned, failure: at.failure },
    }),
  }));
}
