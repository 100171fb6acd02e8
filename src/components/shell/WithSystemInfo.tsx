import { Fragment, type ComponentType, type ReactNode } from "react";

import type { components } from "#contract/schema.d.ts";
import { systemInfo } from "#src/flows/lists.ts";
import { useList } from "#src/hooks/useList.ts";

import { LoadFailure } from "./LoadFailure.tsx";

export type SystemInfo = components["schemas"]["SystemInfo"];

interface WithSystemInfoProps {
  children: (info: SystemInfo) => ReactNode;
  /** Stands meanwhile. */
  skeleton: ReactNode;
  /** The frame of a whole screen, around skeleton and failure. */
  Frame?: ComponentType<{ children: ReactNode }>;
}

/** Shows what depends on the server's coins and names once they are known. */
export function WithSystemInfo({ children, skeleton, Frame = Fragment }: WithSystemInfoProps) {
  const list = useList(systemInfo);
  const [info] = list?.view.items ?? [];
  if (info !== undefined) return children(info);
  if (list?.view.failureKey == null) return <Frame>{skeleton}</Frame>;
  return (
    <Frame>
      <LoadFailure
        failureKey={list.view.failureKey}
        onRetry={() => {
          list.send({ type: "ui.retry" });
        }}
      />
    </Frame>
  );
}
