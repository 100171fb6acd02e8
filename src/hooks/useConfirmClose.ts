import { useContext, useEffect } from "react";

import { AppContext } from "./useApp.ts";

/** Has the messenger ask before it closes the app, while something would be lost. */
export function useConfirmClose(isAsked: boolean): void {
  const messenger = useContext(AppContext)?.messenger;
  useEffect(() => (isAsked ? messenger?.askBeforeClosing() : undefined), [isAsked, messenger]);
}
