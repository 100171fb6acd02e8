import { Suspense } from "react";

import type { WithdrawalEvent } from "#machines/withdrawal/withdrawal.machine.ts";
import type { WithdrawalState, WithdrawalView } from "#machines/withdrawal/withdrawal.view.ts";
import type { FlowProps } from "#src/adapters/actors/flow.ts";
import { useHasPayouts } from "#src/hooks/useHasPayouts.ts";

import { WithdrawActions } from "./WithdrawActions.tsx";
import { WithdrawBody } from "./WithdrawBody.tsx";
import { withdrawClosedPart } from "./withdrawParts.ts";
import { WithdrawScreen } from "./WithdrawScreen.tsx";
import { WithdrawSkeleton } from "./WithdrawSkeleton.tsx";

/** Where the way back leads a step back within the page. */
const STEPS_BACK: Readonly<Partial<Record<WithdrawalState, WithdrawalEvent["type"]>>> = {
  quoting: "ui.edit",
  reviewingQuote: "ui.edit",
  codeMissing: "ui.back",
  blocked: "ui.back",
};

/** Where a coin that nothing pays out has nothing to offer. */
const NOT_BEGUN: ReadonlySet<WithdrawalState> = new Set<WithdrawalState>(["unbound", "proving", "editing"]);

const { Part: WithdrawClosed } = withdrawClosedPart;

/** The withdrawal in the machine's present state. */
export function WithdrawView({ view, send }: FlowProps<"withdrawal", WithdrawalView>) {
  const hasPayouts = useHasPayouts(view.coinType);
  if (view.state === "idle" || view.state === "loading") return <WithdrawSkeleton />;
  const isClosed = !hasPayouts && NOT_BEGUN.has(view.state);
  const back = view.actions.find(({ event }) => event.type === STEPS_BACK[view.state]);
  return (
    <Suspense fallback={<WithdrawSkeleton />}>
      <WithdrawScreen
        footer={isClosed ? undefined : <WithdrawActions view={view} send={send} />}
        onStepBack={
          back &&
          (() => {
            send(back.event);
          })
        }
      >
        {isClosed ? <WithdrawClosed view={view} /> : <WithdrawBody view={view} send={send} />}
      </WithdrawScreen>
    </Suspense>
  );
}
