import { useSelector } from "@xstate/react";

import type { components } from "#contract/schema.d.ts";

import { useService } from "./useSnapshot.ts";

type SystemInfo = components["schemas"]["SystemInfo"];

/**
 * One fact of the server's coins and names, null while they are not known. What draws it hears of nothing else: they are read again and again,
 * and mostly say the same.
 */
export function useSystemFact<Fact extends string | boolean | SystemInfo | null>(
  select: (info: SystemInfo | null) => Fact,
): Fact {
  return useSelector(useService("systemInfo"), ({ context }) => select(context.value));
}

/** Whether a coin is open for new envelopes. True until known: the form itself shows where none is open. */
export function isSendingOpen(info: components["schemas"]["SystemInfo"] | null): boolean {
  return info === null || info.coins.length > 0;
}
