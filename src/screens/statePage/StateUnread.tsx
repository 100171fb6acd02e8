import { useTranslation } from "react-i18next";

import type { FailureText } from "#machines/failureText.ts";
import { isMissing } from "#src/components/shell/isMissing.ts";
import { LoadFailure } from "#src/components/shell/LoadFailure.tsx";

import { StateMissing } from "./StateMissing.tsx";
import { StateScreen } from "./StateScreen.tsx";
import { StateSkeleton } from "./StateSkeleton.tsx";

interface StateUnreadProps {
  /** Null while the first reading is on its way. */
  failure: FailureText | null;
  onRetry: () => void;
}

/** What the address names is not known: not yet, not now, or it does not exist. */
export function StateUnread({ failure, onRetry }: StateUnreadProps) {
  const { t } = useTranslation();
  if (failure !== null && isMissing(failure.failureKey)) return <StateMissing />;
  return (
    <StateScreen>
      {failure === null ? (
        <StateSkeleton label={t("app:loading")} />
      ) : (
        <LoadFailure failure={failure} onRetry={onRetry} />
      )}
    </StateScreen>
  );
}
