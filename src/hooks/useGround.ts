import { useContext, useEffect } from "react";

import type { Ground } from "#src/adapters/telegram/messenger.ts";

import { AppContext } from "./AppContext.ts";

/** Colours the messenger's bars like the ground of this page. The next page tells its own, so that nothing flickers. */
export function useGround(ground: Ground): void {
  const messenger = useContext(AppContext)?.messenger;
  useEffect(() => {
    messenger?.setGround(ground);
  }, [messenger, ground]);
}
