import type { AnchorHTMLAttributes } from "react";
import { useHref, useLinkClickHandler } from "react-router-dom";

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href" | "onClick"> {
  /** In-app path, with its query. */
  to: string;
}

/** A link within the app. The router's own also fetches data ahead, for which it carries half of the router with it. */
export function Link({ to, children, ...attributes }: LinkProps) {
  const href = useHref(to);
  const follow = useLinkClickHandler(to);
  return (
    <a {...attributes} href={href} onClick={follow}>
      {children}
    </a>
  );
}
