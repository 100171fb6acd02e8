import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";

import { viewWalletConnection } from "#machines/walletConnection/walletConnection.view.ts";
import type { WalletProofView as View } from "#machines/walletProof/walletProof.view.ts";
import type { StartedFlow } from "#src/adapters/actors/flow.ts";
import { walletProofFlow } from "#src/adapters/actors/walletProof.ts";
import { WALLET_KINDS } from "#src/adapters/wallets/walletKinds.ts";
import { MainAction } from "#src/components/shell/MainAction.tsx";
import { Screen } from "#src/components/shell/Screen.tsx";
import { Splash } from "#src/components/shell/Splash.tsx";
import { Address } from "#src/components/ui/Address.tsx";
import { Outcome, OUTCOME_LOOKS } from "#src/components/ui/Outcome.tsx";
import { Paper } from "#src/components/ui/Paper.tsx";
import { ReceiptRow } from "#src/components/ui/ReceiptRow.tsx";
import { useApp } from "#src/hooks/useApp.ts";
import { type StartedChild, useChild } from "#src/hooks/useChild.ts";
import { useFailureText } from "#src/hooks/useFailureText.ts";
import { useFlow } from "#src/hooks/useFlow.ts";

import { BackToApp, WalletConnectionActions } from "./WalletControls.tsx";
import { formatOwner } from "./formatOwner.ts";
import { DomainCheck, OfflineNote, ReceiptSkeleton } from "./PageParts.tsx";
import { WalletConnection } from "./WalletConnection.tsx";

/** The proof of the wallet that the page's code asks for. */
export function WalletProof() {
  const { hasPaymentCode } = useApp();
  const flow = useFlow(walletProofFlow, {
    input: { hasPaymentCode, walletKinds: WALLET_KINDS },
    open: { type: "ui.open" },
  });
  return flow === null ? <Splash /> : <WalletProofView {...flow} />;
}

/** The proof page in the machine's present state. */
function WalletProofView({ view, send, actor }: StartedFlow<"walletProof", View>) {
  const { t } = useTranslation();
  const connection = useChild(actor, "walletConnection", viewWalletConnection);
  const { actions, state, domain } = view;
  const Shown = SHOWN[state];
  return (
    <Screen
      title={t("wallet:proof.title")}
      footer={
        state === "connecting" ? (
          connection !== null && <WalletConnectionActions {...connection} />
        ) : (
          <>
            <MainAction actions={actions} type="ui.connect" send={send} />
            <MainAction actions={actions} type="ui.retry" send={send} />
          </>
        )
      }
    >
      {(domain.hasWarning || state !== "proven") && <DomainCheck domain={domain} />}
      <OfflineNote />
      <Shown view={view} connection={connection} />
    </Screen>
  );
}

interface ShownProps {
  view: View;
  connection: StartedChild<"walletConnection"> | null;
}

const SHOWN = {
  idle: ReceiptSkeleton,
  loading: ReceiptSkeleton,
  ready: Ready,
  connecting: Connecting,
  proven: Proven,
  failed: Failed,
} satisfies Record<View["state"], ComponentType<ShownProps>>;

function Ready({ view }: ShownProps) {
  const { t } = useTranslation();
  return (
    <Outcome icon="key" tone="gold" title={t(view.titleKey)} text={t("wallet:proof.readyText")}>
      <ProofReceipt view={view} />
    </Outcome>
  );
}

function Connecting({ view, connection }: ShownProps) {
  return connection === null ? null : (
    <WalletConnection {...connection} purpose="proof" networkName={view.networkName ?? ""} owner={view.owner} />
  );
}

function Proven({ view }: ShownProps) {
  const { t } = useTranslation();
  return (
    <Outcome {...OUTCOME_LOOKS.success} title={t(view.titleKey)} text={t("wallet:proof.provenText")}>
      <ProofReceipt view={view} />
      <BackToApp variant="primary" appUrl={view.appUrl} />
    </Outcome>
  );
}

function Failed({ view }: ShownProps) {
  const { t } = useTranslation();
  const getFailureText = useFailureText();
  const isOffline = view.failureKey === "errors:network";
  return (
    <Outcome
      {...OUTCOME_LOOKS.failed}
      icon={isOffline ? "offline" : OUTCOME_LOOKS.failed.icon}
      title={t(view.titleKey)}
      text={getFailureText(view)}
    >
      {!isOffline && <BackToApp variant={view.isBadLink ? "primary" : "secondary"} appUrl={view.appUrl} />}
    </Outcome>
  );
}

/** Whose account it is for, and which wallet. */
function ProofReceipt({ view }: { view: View }) {
  const { t } = useTranslation();
  return (
    <Paper>
      <dl>
        {view.owner !== null && (
          <ReceiptRow label={t("wallet:payment.account")} isWide>
            <bdi>{formatOwner(view.owner)}</bdi>
          </ReceiptRow>
        )}
        {view.walletType !== null && (
          <ReceiptRow label={t("wallet:proof.kind")}>{t(`wallet:type.${view.walletType}`)}</ReceiptRow>
        )}
        {view.address !== null && (
          <ReceiptRow label={t("wallet:proof.wallet")} isWide>
            <Address address={view.address} />
          </ReceiptRow>
        )}
      </dl>
    </Paper>
  );
}
