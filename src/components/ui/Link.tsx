import { useState, type AnchorHTMLAttributes, type MouseEvent } from "react";
import { useHref, useLinkClickHandler, useLocation } from "react-router-dom";

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href" | "onClick"> {
  /** In-app path, with its query. */
  to: string;
}

/**
 * A link within the app. It says that it was followed until the screen behind it has come, for on a slow network that
 * takes a while. The router's own also fetches data ahead, for which it carries half of the router with it.
 */
export function Link({ to, children, ...attributes }: LinkProps) {
  const href = useHref(to);
  const follow = useLinkClickHandler(to);
  const { key } = useLocation();
  const [followedAt, setFollowedAt] = useState<string | null>(null);
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    follow(event);
    // Else the browser opens it elsewhere.
    if (event.defaultPrevented) setFollowedAt(key);
  };
  return (
    <a {...attributes} href={href} aria-busy={followedAt === key || undefined} onClick={handleClick}>
      {children}
    </a>
  );
}
