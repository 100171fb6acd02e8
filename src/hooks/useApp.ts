import { useContext } from "react";

import type { App } from "#src/createApp.ts";

import { AppContext } from "./AppContext.ts";

export function useApp(): App {
  const app = useContext(AppContext);
  if (app === null) throw new Error("rendered outside of AppContext");
  return app;
}
