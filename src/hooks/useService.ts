import type { ActorRefFrom } from "xstate";

import type { clipboardMachine } from "#machines/clipboard/clipboard.machine.ts";
import type { environmentMachine } from "#machines/environment/environment.machine.ts";
import type { languageMachine } from "#machines/language/language.machine.ts";
import type { sessionMachine } from "#machines/session/session.machine.ts";
import type { App } from "#src/createApp.ts";

import { useApp } from "./useApp.ts";

/** The actors that live as long as the app, by their name at the root. */
interface Services {
  environment: ActorRefFrom<typeof environmentMachine>;
  session: ActorRefFrom<typeof sessionMachine>;
  language: ActorRefFrom<typeof languageMachine>;
  clipboard: ActorRefFrom<typeof clipboardMachine>;
}

export function getService<Name extends keyof Services>(root: App["root"], name: Name): Services[Name] {
  const service = root.getSnapshot().children[name];
  if (service === undefined) throw new Error(`no service ${name}`);
  return service as Services[Name];
}

/** A service of the root. Read it with `view<Name>(useSnapshot(…))`. */
export function useService<Name extends keyof Services>(name: Name): Services[Name] {
  return getService(useApp().root, name);
}
