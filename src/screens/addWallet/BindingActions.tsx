import type { WalletBindingView } from "#machines/walletBinding/walletBinding.view.ts";
import { MainAction } from "#src/components/shell/MainAction.tsx";
import type { FlowProps } from "#src/flows/flow.ts";

import { useReturn } from "./useReturn.ts";

/** The controls at the foot of the page; what a dialog asks is answered there. */
export function BindingActions({ view, send }: FlowProps<"walletBinding", WalletBindingView>) {
  const { actions, freeTypes, state } = view;
  const { goOn } = useReturn();
  return (
    <>
      {freeTypes.length > 0 && (
        <MainAction
          actions={actions}
          type="ui.submit"
          send={send}
          labelKey="wallet:binding.submit"
          isBusy={state === "binding"}
        />
      )}
      <MainAction
        actions={actions}
        type="ui.continue"
        send={(event) => {
          if (state === "bound" && goOn !== null) goOn();
          else send(event);
        }}
      />
      <MainAction actions={actions} type="ui.retry" send={send} />
    </>
  );
}
