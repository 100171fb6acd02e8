import type { ActorRefFrom } from "xstate";

import type { appMachine, ServiceLogics, ServiceName } from "#machines/app/app.machine.ts";

/** A service of the root, for code that is no component. */
export function getService<Name extends ServiceName>(
  root: ActorRefFrom<typeof appMachine>,
  name: Name,
): ActorRefFrom<ServiceLogics[Name]> {
  const service = root.getSnapshot().children[name];
  if (service === undefined) throw new Error(`no service ${name}`);
  return service as ActorRefFrom<ServiceLogics[Name]>;
}
