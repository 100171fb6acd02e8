import { useTranslation } from "react-i18next";

import type { FailureText } from "#machines/kit/failureText.ts";
import type { ViewAction } from "#machines/kit/viewAction.ts";
import { isMissing } from "#src/components/shell/isMissing.ts";
import { LoadFailure } from "#src/components/shell/LoadFailure.tsx";

import { StateMissing } from "./StateMissing.tsx";
import { StateScreen } from "./StateScreen.tsx";
import { StateSkeleton } from "./StateSkeleton.tsx";

interface StateUnreadProps {
  /** Offers `ui.retry` once the first reading failed; null before the first paint. */
  flow: {
    view: FailureText & { actions: readonly ViewAction<{ type: string }>[] };
    send: (event: { type: "ui.retry" }) => void;
  } | null;
}

/** What the address names is not known: not yet, not now, or it does not exist. */
export function StateUnread({ flow }: StateUnreadProps) {
  const { t } = useTranslation();
  const hasFailed = flow?.view.actions.some(({ event }) => event.type === "ui.retry") === true;
  if (hasFailed && isMissing(flow.view.failureKey)) return <StateMissing />;
  return (
    <StateScreen>
      {hasFailed ? <LoadFailure failure={flow.view} send={flow.send} /> : <StateSkeleton label={t("app:loading")} />}
    </StateScreen>
  );
}
