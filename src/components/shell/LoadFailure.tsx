import { useEffect, useEffectEvent } from "react";
import { useTranslation } from "react-i18next";

import { useIsOnline } from "#src/hooks/useIsOnline.ts";

import { ErrorState } from "#src/components/ui/ErrorState.tsx";

interface LoadFailureProps {
  /** i18n key of the reason, where one is known. */
  failureKey: string | null;
  /** What its text names. */
  failureValues?: Readonly<Record<string, string>>;
  onRetry: () => void;
}

/** What stands where something could not be loaded. Without a network it says so, and tries again when there is one. */
export function LoadFailure({ failureKey, failureValues, onRetry }: LoadFailureProps) {
  const { t } = useTranslation();
  const isOnline = useIsOnline();
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    const tryAgain = () => {
      retry();
    };
    window.addEventListener("online", tryAgain);
    return () => {
      window.removeEventListener("online", tryAgain);
    };
  }, []);
  return isOnline ? (
    <ErrorState
      title={t("app:list.failed")}
      text={failureKey === null ? undefined : t(failureKey, { ...failureValues })}
      retryLabel={t("app:list.retry")}
      onRetry={onRetry}
    />
  ) : (
    <ErrorState
      icon="offline"
      title={t("app:offline.title")}
      text={t("app:offline.text")}
      retryLabel={t("app:list.retry")}
      onRetry={onRetry}
    />
  );
}
