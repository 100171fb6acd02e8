import { createContext, useContext } from "react";

import type { App } from "#src/createApp.ts";

/** The app; null where a primitive is rendered by itself. */
export const AppContext = createContext<App | null>(null);

export function useApp(): App {
  const app = useContext(AppContext);
  if (app === null) throw new Error("rendered outside of AppContext");
  return app;
}
