import type { ReactNode } from "react";

import type { WalletBindingView } from "#machines/walletBinding/walletBinding.view.ts";
import type { StartedFlow } from "#src/adapters/actors/flow.ts";

import type { NetworkNames } from "./BindingForm.tsx";
import { AddWalletScreen } from "./AddWalletScreen.tsx";
import { BindingActions } from "./BindingActions.tsx";
import { BindingBody } from "./BindingBody.tsx";

interface AddWalletViewProps extends StartedFlow<"walletBinding", WalletBindingView> {
  networks: NetworkNames;
  title?: string;
  /** Below the wallets and the form. */
  children?: ReactNode;
}

/** The wallet page in the machine's present state. */
export function AddWalletView({ networks, title, children, ...props }: AddWalletViewProps) {
  return (
    <AddWalletScreen title={title} footer={<BindingActions {...props} />}>
      <BindingBody {...props} networks={networks} />
      {children}
    </AddWalletScreen>
  );
}
