import { Suspense, useEffect, useState } from "react";
import type { AnyActorRef } from "xstate";

import { viewSecurityCodePrompt } from "#machines/securityCodePrompt/securityCodePrompt.view.ts";
import { lazyPart } from "#src/components/shell/lazyPart.tsx";
import { useChild } from "#src/hooks/useChild.ts";

const { Part: SecurityCodeSheet, preload } = lazyPart(
  async () => (await import("./SecurityCodeSheet.tsx")).SecurityCodeSheet,
);

/** Opens the sheet for the security code while the chart of this actor asks for it. The sheet's code comes while one reads the page. */
export function SecurityCodePrompt({ actor }: { actor: AnyActorRef | null }) {
  const prompt = useChild(actor, "securityCodePrompt", viewSecurityCodePrompt);
  const [hasAsked, setHasAsked] = useState(false);
  // It stays mounted for the closing animation.
  if (prompt !== null && !hasAsked) setHasAsked(true);
  useEffect(() => void preload(), []);
  return hasAsked ? (
    <Suspense>
      <SecurityCodeSheet prompt={prompt} />
    </Suspense>
  ) : null;
}
