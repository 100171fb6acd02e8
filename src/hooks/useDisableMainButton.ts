import { useContext, useEffect } from "react";

import { AppContext } from "./AppContext.ts";

/** Leaves the messenger's main button to the modal alone while `isOpen`: what the page asks for cannot act beneath it. */
export function useDisableMainButton(isOpen: boolean, modal: object): void {
  const messenger = useContext(AppContext)?.messenger;
  useEffect(() => (isOpen ? messenger?.disableMainButton(modal) : undefined), [isOpen, modal, messenger]);
}
