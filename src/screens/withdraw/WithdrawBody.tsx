import { Suspense } from "react";
import { useTranslation } from "react-i18next";

import type { WithdrawalView } from "#machines/withdrawal/withdrawal.view.ts";
import { LoadFailure } from "#src/components/shell/LoadFailure.tsx";
import type { FlowProps } from "#src/adapters/actors/flow.ts";

import { WithdrawForm } from "./WithdrawForm.tsx";
import { belowFormPart, spendingBlocksPart, withdrawStepsPart } from "./withdrawParts.ts";

const { Part: BelowForm } = belowFormPart;
const { Part: SpendingBlocks } = spendingBlocksPart;
const { Part: WithdrawSteps } = withdrawStepsPart;

/** What the page shows: the form, or the step that the withdrawal is at. */
export function WithdrawBody({ view, send }: FlowProps<"withdrawal", WithdrawalView>) {
  const { t } = useTranslation();
  const isAsking = view.state === "quoting" && view.quote === null;
  if (view.state === "failed") {
    return <LoadFailure title={t(view.titleKey)} failure={view} send={send} />;
  }
  if (view.state !== "editing" && !isAsking) return <WithdrawSteps view={view} send={send} />;
  return (
    <>
      {view.spendingBlocks.length > 0 && <SpendingBlocks blocks={view.spendingBlocks} />}
      <WithdrawForm view={view} send={send} />
      {!isAsking && (
        <Suspense>
          <BelowForm view={view} />
        </Suspense>
      )}
    </>
  );
}
