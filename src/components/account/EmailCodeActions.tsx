import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { MainAction } from "#src/components/shell/MainAction.tsx";
import type { ChildProps } from "#src/hooks/useChild.ts";

/** The main action of the step with the code by email; none while the digits are awaited, for the last one sends them. */
export function EmailCodeActions({ view, send }: ChildProps<"emailCode">) {
  const { actions, hasField, state } = view;
  const isStuck = state === "locked" || state === "shut" || (state === "failed" && !hasField);
  return (
    <>
      {(state === "idle" || state === "expired" || state === "shut") && (
        <MainAction actions={actions} type="ui.send" send={send} />
      )}
      <MainAction actions={actions} type="ui.retry" send={send} />
      {isStuck && <ActionButton actions={actions} type="ui.back" send={send} variant="plain" />}
    </>
  );
}
