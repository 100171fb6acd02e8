import { useSyncExternalStore } from "react";

/** A finger that rests moves the page by less. */
const THRESHOLD_PX = 24;

function subscribe(onChange: () => void): () => void {
  window.addEventListener("scroll", onChange, { passive: true });
  return () => {
    window.removeEventListener("scroll", onChange);
  };
}

/** Whether the page's head has left the window. */
export function useIsScrolled(): boolean {
  return useSyncExternalStore(subscribe, () => window.scrollY > THRESHOLD_PX);
}
