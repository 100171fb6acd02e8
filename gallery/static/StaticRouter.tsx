import type { ReactNode } from "react";
import { parsePath, Router, type To } from "react-router-dom";

import { noteDeed } from "./onStage.ts";

interface StaticRouterProps {
  /** The address with its query. */
  at: string;
  children: ReactNode;
}

function toHref(to: To): string {
  if (typeof to === "string") return to;
  return `${to.pathname ?? ""}${to.search ?? ""}`;
}

const NAVIGATOR = {
  createHref: toHref,
  push: (to: To) => {
    noteDeed(`goes to ${toHref(to)}`);
  },
  replace: (to: To) => {
    noteDeed(`goes to ${toHref(to)}`);
  },
  go: (steps: number) => {
    noteDeed(`goes ${String(steps)}`);
  },
};

/** An address that stays: where somebody would go is noted. */
export function StaticRouter({ at, children }: StaticRouterProps) {
  return (
    <Router location={{ ...parsePath(at), key: "default" }} navigator={NAVIGATOR}>
      {children}
    </Router>
  );
}
