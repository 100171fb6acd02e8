import { useTranslation } from "react-i18next";

import type { WalletBindingView } from "#machines/walletBinding/walletBinding.view.ts";
import { Outcome } from "#src/components/Outcome.tsx";
import { OUTCOME_LOOKS } from "#src/components/outcomeLooks.ts";
import { Skeleton } from "#src/components/Skeleton.tsx";
import type { FlowProps } from "#src/flows/flow.ts";

import { BindingForm } from "./BindingForm.tsx";
import { BoundWallets } from "./BoundWallets.tsx";
import { UnbindDialog } from "./UnbindDialog.tsx";
import { WalletCard } from "./WalletCard.tsx";

/** As high as a card of a wallet. */
const CARD_HEIGHT_PX = 224;

/** What the page shows at each state of the binding. */
export function BindingBody({ view, send }: FlowProps<"walletBinding", WalletBindingView>) {
  const { t } = useTranslation();
  switch (view.state) {
    case "idle":
    case "loading":
      return <Skeleton label={t("app:loading")} rows={1} rowHeightPx={CARD_HEIGHT_PX} />;
    case "bound":
      return (
        <Outcome icon="check" tone="gold" title={t(view.titleKey)} text={t("wallet:binding.boundText")}>
          {view.boundWallet !== null && <WalletCard wallet={view.boundWallet} view={view} send={send} />}
        </Outcome>
      );
    case "unbound":
      return <Outcome icon="check" tone="plain" title={t(view.titleKey)} text={t("wallet:binding.unboundText")} />;
    case "failed":
    case "timedOut":
      return (
        <Outcome
          {...OUTCOME_LOOKS[view.state]}
          title={t(view.titleKey)}
          text={view.failureKey === null ? undefined : t(view.failureKey)}
        />
      );
    case "proving":
      return <Outcome icon="key" tone="gold" isWaiting title={t(view.titleKey)} />;
    case "choosing":
    case "binding":
    case "confirmingUnbind":
    case "unbinding":
      return (
        <>
          <BoundWallets view={view} send={send} />
          <BindingForm view={view} send={send} />
          <UnbindDialog view={view} send={send} />
        </>
      );
  }
}
