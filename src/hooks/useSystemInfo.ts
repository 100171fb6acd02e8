import type { components } from "#contract/schema.d.ts";
import { systemInfo } from "#src/flows/lists.ts";

import { useList } from "./useList.ts";

/** The server's coins and names; null as long as they are not known. For a screen that shows the rest without them. */
export function useSystemInfo(): components["schemas"]["SystemInfo"] | null {
  return useList(systemInfo)?.view.items[0] ?? null;
}
