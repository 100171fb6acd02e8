import { useState, type AnchorHTMLAttributes, type MouseEvent } from "react";
import { useHref, useLinkClickHandler, useLocation } from "react-router-dom";

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href" | "onClick"> {
  /** In-app path, with its query. */
  to: string;
}

/**
 * A link within the app. It shows that it was followed until its screen is there, which takes a while on a slow network.
 * The router's own link can also prefetch data, and pulls half of the router into the bundle for it.
 */
export function Link({ to, children, ...attributes }: LinkProps) {
  const href = useHref(to);
  const follow = useLinkClickHandler(to);
  const { key } = useLocation();
  const [followedAt, setFollowedAt] = useState<string | null>(null);
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    follow(event);
    // With a modifier key the browser opens another tab or window.
    if (event.defaultPrevented) setFollowedAt(key);
  };
  return (
    <a {...attributes} href={href} aria-busy={followedAt === key || undefined} onClick={handleClick}>
      {children}
    </a>
  );
}
