import type { components } from "#contract/schema.d.ts";
import type { environmentMachine } from "../environment/environment.machine.ts";
import type { languageMachine } from "../language/language.machine.ts";
import type { ResourceMachine } from "../kit/resource/resource.machine.ts";
import type { sessionMachine } from "../session/session.machine.ts";

/** Children of the root that live as long as the app. */
export interface ServiceLogics {
  environment: typeof environmentMachine;
  session: typeof sessionMachine;
  language: typeof languageMachine;
  /** The server's coins and names, for all screens. */
  systemInfo: ResourceMachine<components["schemas"]["SystemInfo"], null>;
}

export type ServiceName = keyof ServiceLogics;
