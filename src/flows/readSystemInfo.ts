import { waitFor } from "xstate";

import type { components } from "#contract/schema.d.ts";
import type { App } from "#src/createApp.ts";
import { getService } from "#src/hooks/useService.ts";

/**
 * The server's coins and names, as soon as the service knows them. They are read again where that failed before, and
 * where no coin was open: one may be now.
 * @throws {Failure} a plain object
 */
export async function readSystemInfo(root: App["root"]): Promise<components["schemas"]["SystemInfo"]> {
  const systemInfo = getService(root, "systemInfo");
  const isClosed = systemInfo.getSnapshot().context.value?.coins.length === 0;
  systemInfo.send({ type: isClosed ? "ui.refresh" : "resource.load" });
  const { context } = await waitFor(
    systemInfo,
    (snapshot) => !snapshot.matches("loading") && !snapshot.matches("refreshing"),
  );
  // Failures are plain objects, so that they survive in a machine's context.
  if (context.value === null) throw context.failure;
  return context.value;
}
