import { holdingsFlow } from "#src/adapters/actors/resources.ts";
import type { StartedFlow } from "#src/adapters/actors/flow.ts";

import { useFlow } from "./useFlow.ts";

/** What the person has of each coin, read anew for the page. */
export function useHoldings(): StartedFlow<"holdings", ReturnType<(typeof holdingsFlow)["view"]>> | null {
  return useFlow(holdingsFlow, { input: { params: null }, open: { type: "resource.load" } });
}
