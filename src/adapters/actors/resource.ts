import { fromPromise } from "xstate";

import type { FlowName } from "#machines/app/flows.ts";
import {
  createResourceMachine,
  type ResourceInput,
  type ResourceMachine,
} from "#machines/kit/resource/resource.machine.ts";
import { viewResource } from "#machines/kit/resource/resource.view.ts";
import type { App } from "#src/createApp.ts";

/**
 * The flow of one thing that is read whole. Open with `{ type: "resource.load" }`.
 * @param isFollowed whether the value may change by itself, so that it is read again and again
 */
export function createResourceFlow<Name extends FlowName, Value extends object, Params>(
  name: Name,
  read: (app: App, params: Params, signal: AbortSignal) => Promise<Value>,
  isFollowed: (value: Value) => boolean = () => false,
) {
  return {
    name,
    create: (app: App): ResourceMachine<Value, Params> =>
      createResourceMachine<Value, Params>().provide({
        actors: {
          read: fromPromise<Value, ResourceInput<Params>>(({ input, signal }) => read(app, input.params, signal)),
        },
        guards: { isFollowed: ({ context: { value } }) => value !== null && isFollowed(value) },
      }),
    view: viewResource<Value, Params>,
  };
}
