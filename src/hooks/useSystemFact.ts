import { useSelector } from "@xstate/react";
import { useEffect } from "react";
import type { ActorRefFrom } from "xstate";

import type { components } from "#contract/schema.d.ts";
import type { ServiceLogics } from "#machines/app/services.ts";

import { useService } from "./useService.ts";

type SystemInfo = components["schemas"]["SystemInfo"];

/**
 * The server's coins and names. Loads them where no user is logged in, and again where loading failed or no coin was
 * open.
 */
export function useSystemService(): ActorRefFrom<ServiceLogics["systemInfo"]> {
  const systemInfo = useService("systemInfo");
  useEffect(() => {
    const isClosed = systemInfo.getSnapshot().context.value?.coins.length === 0;
    systemInfo.send({ type: isClosed ? "ui.refresh" : "resource.load" });
  }, [systemInfo]);
  return systemInfo;
}

/**
 * One fact of them, null while they are not known. What draws it hears of nothing else: they are read again and again,
 * and mostly say the same.
 */
export function useSystemFact<Fact extends string | boolean | SystemInfo | null>(
  select: (info: SystemInfo | null) => Fact,
): Fact {
  return useSelector(useSystemService(), ({ context }) => select(context.value));
}
