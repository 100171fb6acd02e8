import { Suspense } from "react";

import type { WalletBindingView } from "#machines/walletBinding/walletBinding.view.ts";
import { MainAction } from "#src/components/shell/MainAction.tsx";
import type { StartedFlow } from "#src/adapters/actors/flow.ts";

import { bindingConnectionActionsPart } from "./bindingParts.ts";
import { useReturn } from "./useReturn.ts";

const { Part: BindingConnectionActions } = bindingConnectionActionsPart;

/** The controls at the foot of the page; what a dialog asks is answered there. */
export function BindingActions({ view, send, actor }: StartedFlow<"walletBinding", WalletBindingView>) {
  const { actions, freeTypes, state } = view;
  const { goOn } = useReturn();
  if (state === "connecting") {
    return (
      <Suspense fallback={null}>
        <BindingConnectionActions actor={actor} />
      </Suspense>
    );
  }
  const connecting = actions.filter(({ event }) => event.type === "ui.connect" && event.walletType === view.walletType);
  // A typed address is bound as it is; without one the wallet itself can tell it.
  const isByConnection =
    connecting.length > 0 && view.address === "" && freeTypes.some((type) => type === view.walletType);
  return (
    <>
      {isByConnection && <MainAction actions={connecting} type="ui.connect" send={send} />}
      {!isByConnection && freeTypes.length > 0 && (
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
