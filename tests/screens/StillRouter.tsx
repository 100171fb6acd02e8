import { useMemo, type ReactNode } from "react";
import { parsePath, Router, type Navigator, type To } from "react-router-dom";

interface StillRouterProps {
  /** The address with its query. */
  at: string;
  /** Told where somebody would go, e.g. `goes to /user`. */
  onMove?: (deed: string) => void;
  children: ReactNode;
}

/** A screen that asks for another page stays where it is. */
export function StillRouter({ at, onMove, children }: StillRouterProps) {
  const navigator = useMemo<Navigator>(() => {
    const move = (to: To) => onMove?.(`goes to ${toHref(to)}`);
    return { createHref: toHref, push: move, replace: move, go: (steps) => onMove?.(`goes ${String(steps)}`) };
  }, [onMove]);
  return (
    <Router location={{ ...parsePath(at), key: "default" }} navigator={navigator}>
      {children}
    </Router>
  );
}

function toHref(to: To): string {
  if (typeof to === "string") return to;
  return `${to.pathname ?? ""}${to.search ?? ""}`;
}
