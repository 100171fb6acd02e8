import { useEffect } from "react";
import { useTranslation } from "react-i18next";

import type { FailureText } from "#machines/kit/failureText.ts";
import { useFailureText } from "#src/hooks/useFailureText.ts";
import { useIsOnline } from "#src/hooks/useIsOnline.ts";

import { ErrorState } from "#src/components/ui/ErrorState.tsx";

interface LoadFailureProps {
  /** Where something else than loading failed. */
  title?: string;
  /** Null where none is known. */
  failure?: FailureText | null;
  /** Tries again. Without it the page is reloaded: a browser may not load code or texts again that failed once. */
  send?: (event: { type: "ui.retry" }) => void;
}

function beginAnew(): void {
  void reloadOnceReachable(window);
}

/**
 * What stands where something could not be loaded. Without a network it says so; when there is one, the charts try again,
 * and a page whose code did not come begins anew.
 */
export function LoadFailure({ title, failure = null, send = beginAnew }: LoadFailureProps) {
  const { t } = useTranslation();
  const getFailureText = useFailureText();
  const isOnline = useIsOnline();
  useEffect(() => {
    if (send !== beginAnew) return;
    window.addEventListener("online", beginAnew);
    return () => window.removeEventListener("online", beginAnew);
  }, [send]);
  const words = isOnline
    ? { title: title ?? t("app:list.failed"), text: failure === null ? undefined : getFailureText(failure) }
    : { icon: "offline" as const, title: t("app:offline.title"), text: t("app:offline.text") };
  return <ErrorState {...words} retryLabel={t("app:list.retry")} onRetry={() => send({ type: "ui.retry" })} />;
}

/**
 * Begins the page anew where the server can be reached; without one, the browser's own error page would take the app's
 * place. What was typed is kept in the drafts.
 */
export async function reloadOnceReachable({ fetch, location }: Pick<Window & typeof globalThis, "fetch" | "location">) {
  try {
    await fetch("/", { method: "HEAD", cache: "no-store" });
  } catch {
    return;
  }
  location.reload();
}
