import { Suspense, useEffect, useState } from "react";

import { lazyPart } from "#src/components/shell/lazyPart.tsx";
import type { ChildProps } from "#src/hooks/useChild.ts";

const { Part: SecurityCodeSheet, preload } = lazyPart(
  async () => (await import("./SecurityCodeSheet.tsx")).SecurityCodeSheet,
);

/** Opens the sheet for the security code while a chart asks for it. The sheet's code comes while one reads the page. */
export function SecurityCodePrompt({ prompt }: { prompt: ChildProps<"securityCodePrompt"> | null }) {
  const [hasAsked, setHasAsked] = useState(false);
  // It stays mounted for the closing animation.
  if (prompt !== null && !hasAsked) setHasAsked(true);
  useEffect(() => {
    void preload();
  }, []);
  return hasAsked ? (
    <Suspense>
      <SecurityCodeSheet prompt={prompt} />
    </Suspense>
  ) : null;
}
