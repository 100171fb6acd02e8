import { useEffect, useLayoutEffect, useRef } from "react";

import { useApp } from "./useApp.ts";

/**
 * Shows a new page from its top, and one that the user goes back to where it was left.
 * @param key the router's key of the history entry
 */
export function useScrollPlace(key: string): void {
  const { leftPlaces } = useApp();
  const latestKey = useRef(key);
  useEffect(() => {
    latestKey.current = key;
  });
  useLayoutEffect(() => {
    const place = leftPlaces.read(latestKey.current);
    // Right before the paint: the layout is due anyway, and renders by layout effects are done.
    let isShown = false;
    const frame = requestAnimationFrame(() => {
      isShown = true;
      window.scrollTo(0, 0);
      if (place !== null) showScrollPlace(window, place);
    });
    return () => {
      cancelAnimationFrame(frame);
      // Before that frame the window still has the previous page's position.
      if (isShown) leftPlaces.write(latestKey.current, findScrollPlace(window));
    };
  }, [leftPlaces]);
}

/** How far a page is scrolled, with a visible link as an anchor: what is above may have another height later. */
export interface ScrollPlace {
  topPx: number;
  link: { href: string; topPx: number } | null;
}

function findScrollPlace({ document, scrollY, innerHeight }: Window): ScrollPlace {
  for (const link of document.querySelectorAll("main a[href]")) {
    const topPx = link.getBoundingClientRect().top;
    if (topPx < 0 || topPx > innerHeight) continue;
    return { topPx: scrollY, link: { href: link.getAttribute("href") ?? "", topPx } };
  }
  return { topPx: scrollY, link: null };
}

/** Call it on a page that is not scrolled. */
function showScrollPlace(window: Window, { topPx, link }: ScrollPlace): void {
  if (topPx === 0) return;
  window.scrollTo(0, topPx);
  if (link === null) return;
  const shown = window.document.querySelector(`main a[href="${CSS.escape(link.href)}"]`);
  if (shown !== null) window.scrollBy(0, shown.getBoundingClientRect().top - link.topPx);
}
