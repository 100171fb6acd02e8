import { createBrowserInspector } from "@statelyai/inspect";
import type { AnyActorRef } from "xstate";

import { maskSecrets } from "./maskSecrets.ts";
import { SECRET_FIELDS } from "./secretFields.ts";

/** Shows the app's machines live in the Stately inspector, in a window of its own. Development only; secrets are masked. */
export function startInspector(root: AnyActorRef): void {
  const { inspect } = createBrowserInspector({
    serialize: (event) => maskSecrets(event, SECRET_FIELDS) as typeof event,
  });
  root.system.inspect(inspect);
}
