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
    window.scrollTo(0, 0);
    // What the page showed before comes with the render that its layout effects ask for, still before the paint.
    const frame = place === null ? 0 : requestAnimationFrame(() => showScrollPlace(window, place));
    return () => {
      cancelAnimationFrame(frame);
      leftPlaces.write(latestKey.current, findScrollPlace(window));
    };
  }, [leftPlaces]);
}
