import { useContext, type MouseEvent } from "react";

import { AppContext } from "./AppContext.ts";

/** Has the messenger open a link outside the app, which its web view may not do by itself. To be set as `onClick`. */
export function useOpenLink(): (event: MouseEvent<HTMLAnchorElement>) => void {
  const messenger = useContext(AppContext)?.messenger;
  return (event) => {
    if (messenger === undefined) return;
    event.preventDefault();
    messenger.openLink(event.currentTarget.href);
  };
}
