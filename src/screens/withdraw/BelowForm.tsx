import { findWholeAmount } from "#machines/withdrawal/withdrawForm.ts";
import type { WithdrawalView } from "#machines/withdrawal/withdrawal.view.ts";

import { AutoPayout } from "./AutoPayout.tsx";
import { PastWithdrawals } from "./PastWithdrawals.tsx";
import { WithdrawNeeds } from "./WithdrawNeeds.tsx";

/** What stands below the form, and is read after it is shown. */
export function BelowForm({ view }: { view: WithdrawalView }) {
  return (
    <>
      {(view.email === null || !view.hasSecurityCode) && <WithdrawNeeds view={view} />}
      {view.hasSecurityCode && (
        <AutoPayout coinType={view.coinType} balance={findWholeAmount(view.coinType, view.balance ?? "0")} />
      )}
      <PastWithdrawals coinType={view.coinType} />
    </>
  );
}
