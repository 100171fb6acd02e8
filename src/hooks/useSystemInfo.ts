import type { components } from "#contract/schema.d.ts";
import type { ResourceEvent } from "#machines/kit/resource/resource.machine.ts";
import { viewResource, type ResourceView } from "#machines/kit/resource/resource.view.ts";

import { useService } from "./useService.ts";
import { useSnapshot } from "./useSnapshot.ts";

interface SystemInfoProps {
  view: ResourceView<components["schemas"]["SystemInfo"]>;
  send: (event: ResourceEvent) => void;
}

/** The server's coins and names, with how reading them goes. */
export function useSystemInfo(): SystemInfoProps {
  const systemInfo = useService("systemInfo");
  return { view: viewResource(useSnapshot(systemInfo)), send: systemInfo.send };
}
