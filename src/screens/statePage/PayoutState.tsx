import { PayoutOutcome } from "#src/components/account/PayoutOutcome.tsx";
import { payoutFollowFlow } from "#src/adapters/actors/follow.ts";
import { useFlow } from "#src/hooks/useFlow.ts";
import { buildWithdrawPath } from "#src/routes/links.ts";

import { StateProblem } from "./StateProblem.tsx";
import { StateScreen } from "./StateScreen.tsx";
import { StateUnread } from "./StateUnread.tsx";
import styles from "./StatePage.module.css";

/** A withdrawal, followed until it ends; where it is cancelled is the page of withdrawals. */
export function PayoutState({ payoutId }: { payoutId: string }) {
  const flow = useFlow(payoutFollowFlow, { input: { id: payoutId, reading: null } });
  const payout = flow?.view.reading ?? null;
  if (flow === null || payout === null) {
    return <StateUnread flow={flow} />;
  }
  return (
    <StateScreen next={{ to: buildWithdrawPath(payout.coinType, payoutId), labelKey: "withdraw:seeIt" }}>
      <div className={styles.middle}>
        <PayoutOutcome payout={payout}>
          <StateProblem failure={flow.view} />
        </PayoutOutcome>
      </div>
    </StateScreen>
  );
}
