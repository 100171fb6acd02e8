import type { WalletBindingView } from "#machines/walletBinding/walletBinding.view.ts";
import type { FlowProps } from "#src/flows/flow.ts";

import { AddWalletScreen } from "./AddWalletScreen.tsx";
import { BindingActions } from "./BindingActions.tsx";
import { BindingBody } from "./BindingBody.tsx";

/** The wallet page as the machine stands. */
export function AddWalletView(props: FlowProps<"walletBinding", WalletBindingView>) {
  return (
    <AddWalletScreen footer={<BindingActions {...props} />}>
      <BindingBody {...props} />
    </AddWalletScreen>
  );
}
