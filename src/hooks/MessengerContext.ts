import { createContext } from "react";

import type { Messenger } from "#src/adapters/telegram/messenger.ts";

/** The messenger around the app; null where a part of the app is rendered by itself. */
export const MessengerContext = createContext<Pick<Messenger, "hasBackButton" | "pushBack"> | null>(null);
