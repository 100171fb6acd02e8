import { lazy, Suspense, useEffect, useState, type ComponentType } from "react";

/** By now a browser that cannot tell is probably idle; one that stays busy is asked to start all the same. */
const LONGEST_WAIT_MS = 2_000;

/** What cannot be loaded is left out: the page is complete without it. */
const LateNotes = lazy(async (): Promise<{ default: ComponentType }> => {
  try {
    return { default: (await import("./LateNotes.tsx")).LateNotes };
  } catch {
    return { default: () => null };
  }
});

/** The orders that wait for payment and a warning of a wrong address, asked for once the page has nothing else to do, and soon in any case. */
export function LateOrders() {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    const start = () => {
      setIsIdle(true);
    };
    if (!("requestIdleCallback" in window)) {
      const timer = setTimeout(start, LONGEST_WAIT_MS);
      return () => {
        clearTimeout(timer);
      };
    }
    const wait = window.requestIdleCallback(start, { timeout: LONGEST_WAIT_MS });
    return () => {
      window.cancelIdleCallback(wait);
    };
  }, []);
  return isIdle ? (
    <Suspense>
      <LateNotes />
    </Suspense>
  ) : null;
}
