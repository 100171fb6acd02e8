import type { ActorRefFrom } from "xstate";

import type { ServiceLogics, ServiceName } from "#machines/app/services.ts";
import type { App } from "#src/createApp.ts";

import { useApp } from "./useApp.ts";

export function getService<Name extends ServiceName>(root: App["root"], name: Name): ActorRefFrom<ServiceLogics[Name]> {
  const service = root.getSnapshot().children[name];
  if (service === undefined) throw new Error(`no service ${name}`);
  return service as ActorRefFrom<ServiceLogics[Name]>;
}

/** A service of the root. Read it with `view<Name>(useSnapshot(…))`. */
export function useService<Name extends ServiceName>(name: Name): ActorRefFrom<ServiceLogics[Name]> {
  return getService(useApp().root, name);
}
