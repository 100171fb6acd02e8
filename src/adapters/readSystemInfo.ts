import { waitFor } from "xstate";

import type { components } from "#contract/schema.d.ts";
import type { App } from "#src/createApp.ts";
import { getService } from "#src/getService.ts";

/**
 * The server's coins and names as they are now: a coin may have opened or closed since they were read. Where they cannot
 * be read again, those that are known.
 * @throws {Failure} a plain object
 */
export async function readSystemInfo(root: App["root"]): Promise<components["schemas"]["SystemInfo"]> {
  const systemInfo = getService(root, "systemInfo");
  // A reading under way is awaited: the machine ignores both events meanwhile.
  systemInfo.send({ type: systemInfo.getSnapshot().matches("ready") ? "ui.refresh" : "resource.load" });
  const { context } = await waitFor(
    systemInfo,
    (snapshot) => !snapshot.matches("loading") && !snapshot.matches("refreshing"),
  );
  // Failures are plain objects, so that they survive in a machine's context.
  if (context.value === null) throw context.failure;
  return context.value;
}
