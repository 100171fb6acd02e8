import { useCallback, useContext } from "react";

import type { Messenger } from "#src/adapters/telegram/messenger.ts";

import { AppContext } from "./useApp.ts";

/** Vibrates the device where the messenger can; does nothing where a primitive is rendered by itself. */
export function useHaptics(): Messenger["vibrate"] {
  const messenger = useContext(AppContext)?.messenger;
  return useCallback((kind) => messenger?.vibrate(kind), [messenger]);
}
