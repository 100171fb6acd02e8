import type { ActorRefFrom } from "xstate";

import type { ServiceLogics, ServiceName } from "#machines/app/app.machine.ts";
import { getService } from "#src/getService.ts";

import { useApp } from "./useApp.ts";

/** A service of the root. Read it with `view<Name>(useSnapshot(…))`. */
export function useService<Name extends ServiceName>(name: Name): ActorRefFrom<ServiceLogics[Name]> {
  return getService(useApp().root, name);
}
