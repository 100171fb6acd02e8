import { Suspense } from "react";
import { useTranslation } from "react-i18next";

import type { WalletBindingView } from "#machines/walletBinding/walletBinding.view.ts";
import { ConfirmDialog } from "#src/components/shell/ConfirmDialog.tsx";
import { OUTCOME_LOOKS } from "#src/components/shell/outcomeLooks.ts";
import { Outcome } from "#src/components/ui/Outcome.tsx";
import type { StartedFlow } from "#src/adapters/actors/flow.ts";
import { shortenAddress } from "#src/format/shortenAddress.ts";
import { useFailureText } from "#src/hooks/useFailureText.ts";

import { bindingConnectionPart } from "./bindingParts.ts";
import { BindingForm, type NetworkNames } from "./BindingForm.tsx";
import { BindingSkeleton } from "./BindingSkeleton.tsx";
import { BoundWallets } from "./BoundWallets.tsx";
import { useReturn } from "./useReturn.ts";
import { WalletCard } from "./WalletCard.tsx";

const { Part: BindingConnection } = bindingConnectionPart;

/** What the page shows at each state of the binding. */
export function BindingBody({
  view,
  send,
  actor,
  networks,
}: StartedFlow<"walletBinding", WalletBindingView> & { networks: NetworkNames }) {
  const { t } = useTranslation();
  const getFailureText = useFailureText();
  const { isToWithdraw } = useReturn();
  switch (view.state) {
    case "idle":
    case "loading":
      return <BindingSkeleton />;
    case "connecting":
      return (
        <Suspense fallback={<BindingSkeleton />}>
          <BindingConnection
            actor={actor}
            network={view.walletType === null ? "" : (networks[view.walletType] ?? t(`wallet:type.${view.walletType}`))}
          />
        </Suspense>
      );
    case "bound":
      return (
        <Outcome
          icon="check"
          tone="gold"
          title={t(view.titleKey)}
          text={t(isToWithdraw ? "wallet:binding.boundForWithdrawal" : view.boundTextKey)}
        >
          {view.boundWallet !== null && <WalletCard wallet={view.boundWallet} view={view} send={send} />}
        </Outcome>
      );
    case "unbound":
      return <Outcome icon="check" tone="plain" title={t(view.titleKey)} text={t("wallet:binding.unboundText")} />;
    case "failed":
    case "timedOut":
      return <Outcome {...OUTCOME_LOOKS[view.state]} title={t(view.titleKey)} text={getFailureText(view)} />;
    case "choosing":
    case "binding":
    case "confirmingUnbind":
    case "unbinding":
    case "askingCode":
      return (
        <>
          <BoundWallets view={view} send={send} />
          <BindingForm view={view} send={send} networks={networks} />
          <ConfirmDialog
            isOpen={view.state === "confirmingUnbind"}
            title={t("wallet:binding.unbindTitle")}
            actions={view.actions}
            send={send}
          >
            {t("wallet:binding.unbindText", { address: shortenAddress(view.walletToUnbind?.address ?? "") })}
          </ConfirmDialog>
        </>
      );
  }
}
