import { createContext } from "react";

import type { App } from "#src/createApp.ts";

/** The app; null where a primitive is rendered by itself. */
export const AppContext = createContext<App | null>(null);
