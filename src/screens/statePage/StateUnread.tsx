import { useTranslation } from "react-i18next";

import { LoadFailure } from "#src/components/shell/LoadFailure.tsx";
import { Skeleton } from "#src/components/ui/Skeleton.tsx";

import { StateMissing } from "./StateMissing.tsx";
import { StateScreen } from "./StateScreen.tsx";

interface StateUnreadProps {
  hasFailed: boolean;
  failureKey: string | null;
  onRetry: () => void;
}

/** The server's errors for an unknown or malformed id. */
const MISSING: ReadonlySet<string | null> = new Set(["errors:notFound", "errors:invalidRequest"]);

/** What the address names is not known: not yet, not now, or it does not exist. */
export function StateUnread({ hasFailed, failureKey, onRetry }: StateUnreadProps) {
  const { t } = useTranslation();
  if (hasFailed && MISSING.has(failureKey)) return <StateMissing />;
  return (
    <StateScreen>
      {hasFailed ? (
        <LoadFailure failureKey={failureKey} onRetry={onRetry} />
      ) : (
        <Skeleton label={t("app:loading")} rows={2} rowHeightPx={96} />
      )}
    </StateScreen>
  );
}
