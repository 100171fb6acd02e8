import type { AntiFraudView } from "#machines/antiFraud/antiFraud.view.ts";
import { MainAction } from "#src/components/shell/MainAction.tsx";
import type { FlowProps } from "#src/adapters/actors/flow.ts";

/** The one thing to do in each state. */
export function CheckActions({ view: { actions, state }, send }: FlowProps<"antiFraud", AntiFraudView>) {
  if (state === "writing" || state === "sending") {
    return (
      <MainAction actions={actions} type="ui.send" send={send} labelKey="safety:send" isBusy={state === "sending"} />
    );
  }
  return (
    <>
      {(state === "idle" || state === "checking") && (
        <MainAction
          actions={actions}
          type="ui.check"
          send={send}
          labelKey="safety:check"
          isBusy={state === "checking"}
        />
      )}
      <MainAction actions={actions} type="ui.retry" send={send} />
    </>
  );
}
