import { Suspense } from "react";

import type { WithdrawalEvent } from "#machines/withdrawal/withdrawal.types.ts";
import type { WithdrawalState, WithdrawalView } from "#machines/withdrawal/withdrawal.view.ts";
import type { FlowProps } from "#src/flows/flow.ts";

import { WithdrawActions } from "./WithdrawActions.tsx";
import { WithdrawBody } from "./WithdrawBody.tsx";
import { WithdrawScreen } from "./WithdrawScreen.tsx";
import { WithdrawSkeleton } from "./WithdrawSkeleton.tsx";

/** Where the way back leads a step back within the page. */
const STEPS_BACK: Readonly<Partial<Record<WithdrawalState, WithdrawalEvent["type"]>>> = {
  quoting: "ui.edit",
  agreeing: "ui.edit",
  codeMissing: "ui.back",
  blocked: "ui.back",
};

/** The withdrawal in the machine's present state. */
export function WithdrawView({ view, send }: FlowProps<"withdrawal", WithdrawalView>) {
  if (view.state === "idle" || view.state === "loading") return <WithdrawSkeleton />;
  const back = view.actions.find(({ event }) => event.type === STEPS_BACK[view.state]);
  return (
    <Suspense fallback={<WithdrawSkeleton />}>
      <WithdrawScreen
        footer={<WithdrawActions view={view} send={send} />}
        onStepBack={
          back &&
          (() => {
            send(back.event);
          })
        }
      >
        <WithdrawBody view={view} send={send} />
      </WithdrawScreen>
    </Suspense>
  );
}
