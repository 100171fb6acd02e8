import { useEffect, useLayoutEffect, useRef } from "react";

import { findScrollPlace, showScrollPlace } from "#src/page/scrollPlace.ts";

import { useApp } from "./useApp.ts";

/**
 * A page begins at its top; one that is gone back to, where it was left.
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
    // Right before the paint: the layout is due then anyway, and the render that layout effects asked for is done.
    let isShown = false;
    const frame = requestAnimationFrame(() => {
      isShown = true;
      window.scrollTo(0, 0);
      if (place !== null) showScrollPlace(window, place);
    });
    return () => {
      cancelAnimationFrame(frame);
      // Before its frame the window stands where the page before left it.
      if (isShown) leftPlaces.write(latestKey.current, findScrollPlace(window));
    };
  }, [leftPlaces]);
}
