import { useContext, useEffect } from "react";

import { AppContext } from "./AppContext.ts";

/** Keeps the messenger's main button from acting beneath a modal while `isOpen`. */
export function useCoverMainButton(isOpen: boolean): void {
  const messenger = useContext(AppContext)?.messenger;
  useEffect(() => (isOpen ? messenger?.coverMainButton() : undefined), [isOpen, messenger]);
}
