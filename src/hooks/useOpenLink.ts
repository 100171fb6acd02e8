import { useContext, type MouseEvent } from "react";

import { AppContext } from "./useApp.ts";

/** Makes the messenger open a link outside the app, which its web view may not do by itself. Set it as `onClick`. */
export function useOpenLink(): (event: MouseEvent<HTMLAnchorElement>) => void {
  const messenger = useContext(AppContext)?.messenger;
  return (event) => {
    if (messenger === undefined) return;
    event.preventDefault();
    messenger.openLink(event.currentTarget.href);
  };
}
