import type { Holdings } from "#machines/app/flows.ts";
import { holdingsFlow } from "#src/adapters/actors/resources.ts";
import type { StartedFlow } from "#src/adapters/actors/flow.ts";

import { useFlow } from "./useFlow.ts";

/** What the person has of each coin, read anew for the page. */
export function useHoldings(): StartedFlow<"holdings", ReturnType<(typeof holdingsFlow)["view"]>> | null {
  return useFlow(holdingsFlow, { input: { params: null }, open: { type: "resource.load" } });
}

/** The same to choose a coin by; null until it is known. Where it cannot be read, nothing is known to come first. */
export function useHeldAccounts(): Holdings["accounts"] | null {
  const view = useHoldings()?.view;
  return view?.status === "failed" ? [] : (view?.value?.accounts ?? null);
}
