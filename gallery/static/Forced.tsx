import type { ReactNode } from "react";

import type { ForcedState } from "./forceStates.ts";

interface ForcedProps {
  state: ForcedState;
  children: ReactNode;
}

/** Controls as if they were hovered, pressed or focused, each of them. */
export function Forced({ state, children }: ForcedProps) {
  return <div data-forced={state}>{children}</div>;
}
