import { useContext, useEffect } from "react";

import type { Ground } from "#src/adapters/telegram/messenger.ts";

import { AppContext } from "./useApp.ts";

/** Colours the messenger's bars like this page's background. There is no cleanup: the next page sets its own, without a flicker. */
export function useGround(ground: Ground): void {
  const messenger = useContext(AppContext)?.messenger;
  useEffect(() => {
    messenger?.setGround(ground);
  }, [messenger, ground]);
}
