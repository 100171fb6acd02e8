import { useMemo, type ReactNode } from "react";
import { Router, type Navigator } from "react-router-dom";

/** A screen that asks for another page stays where it is. */
export function StillRouter({ at, children }: { at: string; children: ReactNode }) {
  const navigator = useMemo<Navigator>(
    () => ({
      createHref: (to) => (typeof to === "string" ? to : `${to.pathname ?? ""}${to.search ?? ""}${to.hash ?? ""}`),
      go: () => undefined,
      push: () => undefined,
      replace: () => undefined,
    }),
    [],
  );
  return (
    <Router location={at} navigator={navigator}>
      {children}
    </Router>
  );
}
