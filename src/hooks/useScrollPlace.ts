import { useEffect, useLayoutEffect, useRef } from "react";

import { findScrollPlace, showScrollPlace } from "#src/page/scrollPlace.ts";

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
