import { Suspense, useEffect, useState, type ReactNode } from "react";

import { useApp } from "#src/hooks/useApp.ts";

interface WhenIdleProps {
  /** Loads what the children need, so that they are drawn at once, and together with others that were loaded with them. */
  preload: () => Promise<void>;
  children: ReactNode;
}

/** What the page is complete without, e.g. a part of its own, once the page has nothing else to do. */
export function WhenIdle({ preload, children }: WhenIdleProps) {
  const { whenIdle } = useApp();
  const [isThere, setIsThere] = useState(false);
  useEffect(() => {
    const prepare = async () => {
      await preload();
      setIsThere(true);
    };
    return whenIdle(() => void prepare());
  }, [whenIdle, preload]);
  return isThere ? <Suspense>{children}</Suspense> : null;
}
