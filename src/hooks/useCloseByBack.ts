import { useContext, useEffect, useRef } from "react";

import { AppContext } from "./AppContext.ts";

/** While `isOpen`, the messenger's arrow, the device's gesture and the browser's own way back ask to close. */
export function useCloseByBack(isOpen: boolean, onClose: () => void): void {
  const app = useContext(AppContext);
  const handler = useRef(onClose);
  useEffect(() => {
    handler.current = onClose;
  });
  useEffect(() => {
    if (!isOpen || app === null) return undefined;
    const close = () => {
      handler.current();
    };
    const leaveMessenger = app.messenger.pushBack(close, "modal");
    const leaveBrowser = app.browserBack.push(close);
    return () => {
      leaveMessenger();
      leaveBrowser();
    };
  }, [isOpen, app]);
}
