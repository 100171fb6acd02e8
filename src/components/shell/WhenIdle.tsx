import { Suspense, useEffect, useState, type ReactNode } from "react";

import { useApp } from "#src/hooks/useApp.ts";

/** What the page is complete without, e.g. a part of its own, once the page has nothing else to do. */
export function WhenIdle({ children }: { children: ReactNode }) {
  const { whenIdle } = useApp();
  const [isIdle, setIsIdle] = useState(false);
  useEffect(
    () =>
      whenIdle(() => {
        setIsIdle(true);
      }),
    [whenIdle],
  );
  return isIdle ? <Suspense>{children}</Suspense> : null;
}
