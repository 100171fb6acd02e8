import { Suspense, type ComponentType, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router-dom";

import { COINS, WALLET_TYPES } from "#domain/coins.ts";
import type { WalletBindingView } from "#machines/walletBinding/walletBinding.view.ts";
import type { Flow, StartedFlow } from "#src/adapters/actors/flow.ts";
import type { AskedBinding } from "#src/adapters/actors/walletBinding.ts";
import { SecurityCodePrompt } from "#src/components/account/SecurityCodePrompt.tsx";
import { ConfirmDialog } from "#src/components/shell/ConfirmDialog.tsx";
import { lazyPart } from "#src/components/shell/lazyPart.tsx";
import { MainAction } from "#src/components/shell/MainAction.tsx";
import { Screen } from "#src/components/shell/Screen.tsx";
import { Outcome, OUTCOME_LOOKS } from "#src/components/ui/Outcome.tsx";
import { Skeleton } from "#src/components/shell/Skeleton.tsx";
import { shortenAddress } from "#src/format/shortenAddress.ts";
import { useFailureText } from "#src/hooks/useFailureText.ts";
import { useFlow } from "#src/hooks/useFlow.ts";
import { useSystemInfo } from "#src/hooks/useSystemInfo.ts";

import { BindingForm, type NetworkNames } from "./BindingForm.tsx";
import { BoundWallets, useReturn, WalletCard } from "./BoundWallets.tsx";

/** Only kinds of wallets that are connected in the app need these. */
export const bindingConnectionPart = lazyPart(async () => (await import("./BindingConnection.tsx")).BindingConnection);
export const bindingConnectionActionsPart = lazyPart(
  async () => (await import("./BindingConnection.tsx")).BindingConnectionActions,
  // The part above tells.
  () => null,
);

interface BindingPageProps {
  flow: Flow<"walletBinding" | "ethereumBinding", WalletBindingView, AskedBinding>;
  /** In place of the usual heading. */
  title?: string;
  /** Below the wallets and the form. */
  children?: ReactNode;
}

/** A page that binds wallets, on the flow that knows which types. */
export function BindingPage({ flow: bindingFlow, title, children }: BindingPageProps) {
  const [search] = useSearchParams();
  const flow = useFlow(bindingFlow, {
    input: { walletType: WALLET_TYPES.find((known) => known === search.get("type")) ?? null },
    open: { type: "ui.open" },
  });
  const { value: info } = useSystemInfo().view;
  const networks = Object.fromEntries(
    [...(info?.payoutCoins ?? []), ...(info?.coins ?? [])].flatMap(({ coinType, network }) =>
      network === null ? [] : [[COINS[coinType].walletType, network.name]],
    ),
  );
  if (flow !== null) {
    return (
      <>
        <AddWalletView {...flow} networks={networks} title={title}>
          {children}
        </AddWalletView>
        <SecurityCodePrompt actor={flow.actor} />
      </>
    );
  }
  return (
    <AddWalletScreen title={title}>
      <WalletsToCome />
    </AddWalletScreen>
  );
}

interface BindingProps extends StartedFlow<"walletBinding", WalletBindingView> {
  networks: NetworkNames;
}

interface AddWalletViewProps extends BindingProps {
  title?: string;
  /** Below the wallets and the form. */
  children?: ReactNode;
}

const SHOWN = {
  idle: WalletsToCome,
  loading: WalletsToCome,
  choosing: Wallets,
  binding: Wallets,
  confirmingUnbind: Wallets,
  unbinding: Wallets,
  askingCode: Wallets,
  connecting: Connecting,
  bound: Bound,
  unbound: Unbound,
  failed: Failed,
  timedOut: Failed,
} as const satisfies Record<WalletBindingView["state"], ComponentType<BindingProps>>;

/** The wallet page in the machine's present state. */
function AddWalletView({ title, children, ...props }: AddWalletViewProps) {
  const Shown = SHOWN[props.view.state];
  return (
    <AddWalletScreen title={title} footer={<BindingActions {...props} />}>
      <Shown {...props} />
      {children}
    </AddWalletScreen>
  );
}

interface AddWalletScreenProps {
  children: ReactNode;
  footer?: ReactNode;
  /** In place of the usual heading. */
  title?: string;
}

/** The frame of the wallet page. */
function AddWalletScreen({ children, footer, title }: AddWalletScreenProps) {
  const { t } = useTranslation();
  const { goBack } = useReturn();
  return (
    <Screen title={title ?? t("wallet:binding.title")} onBack={goBack} footer={footer}>
      {children}
    </Screen>
  );
}

/** The controls at the foot of the page; what a dialog asks is answered there. */
function BindingActions({ view, send, actor }: StartedFlow<"walletBinding", WalletBindingView>) {
  const { actions, freeTypes, state } = view;
  const { goOn } = useReturn();
  if (state === "connecting") {
    return (
      <Suspense fallback={null}>
        <bindingConnectionActionsPart.Part actor={actor} />
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

/** The wallets before they are known, as high as a card of one. */
function WalletsToCome() {
  return <Skeleton rows={1} rowHeightPx={224} />;
}

/** The bound wallets, and the form for another one. */
function Wallets({ view, send, networks }: BindingProps) {
  const { t } = useTranslation();
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

function Connecting({ view: { walletType }, actor, networks }: BindingProps) {
  const { t } = useTranslation();
  const network = walletType === null ? "" : (networks[walletType] ?? t(`wallet:type.${walletType}`));
  return (
    <Suspense fallback={<WalletsToCome />}>
      <bindingConnectionPart.Part actor={actor} network={network} />
    </Suspense>
  );
}

function Bound({ view, send }: BindingProps) {
  const { t } = useTranslation();
  const { isToWithdraw } = useReturn();
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
}

function Unbound({ view }: BindingProps) {
  const { t } = useTranslation();
  return <Outcome icon="check" tone="plain" title={t(view.titleKey)} text={t("wallet:binding.unboundText")} />;
}

function Failed({ view }: BindingProps) {
  const { t } = useTranslation();
  const look = OUTCOME_LOOKS[view.state === "timedOut" ? "timedOut" : "failed"];
  return <Outcome {...look} title={t(view.titleKey)} text={useFailureText()(view)} />;
}
