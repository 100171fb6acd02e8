import { useEffect } from "react";

import type { components } from "#contract/schema.d.ts";
import type { ResourceEvent } from "#machines/kit/resource/resource.machine.ts";
import { viewResource, type ResourceView } from "#machines/kit/resource/resource.view.ts";

import { useService } from "./useService.ts";
import { useSnapshot } from "./useSnapshot.ts";

interface SystemInfoProps {
  view: ResourceView<components["schemas"]["SystemInfo"]>;
  send: (event: ResourceEvent) => void;
}

/**
 * The server's coins and names. Loads them where no user is logged in, and again where loading failed or no coin was
 * open.
 */
export function useSystemInfo(): SystemInfoProps {
  const systemInfo = useService("systemInfo");
  useEffect(() => {
    const isClosed = systemInfo.getSnapshot().context.value?.coins.length === 0;
    systemInfo.send({ type: isClosed ? "ui.refresh" : "resource.load" });
  }, [systemInfo]);
  return { view: viewResource(useSnapshot(systemInfo)), send: systemInfo.send };
}
