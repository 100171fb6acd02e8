import { useTranslation } from "react-i18next";

import type { WalletProofView } from "#machines/walletProof/walletProof.view.ts";
import { OUTCOME_LOOKS } from "#src/components/shell/outcomeLooks.ts";
import { Address } from "#src/components/ui/Address.tsx";
import { Outcome } from "#src/components/ui/Outcome.tsx";
import { Paper } from "#src/components/ui/Paper.tsx";
import { ReceiptRow } from "#src/components/ui/ReceiptRow.tsx";
import { useFailureText } from "#src/hooks/useFailureText.ts";
import type { ChildProps } from "#src/hooks/useChild.ts";

import { BackToApp } from "./BackToApp.tsx";
import { formatOwner } from "./formatOwner.ts";
import { ReceiptSkeleton } from "./ReceiptSkeleton.tsx";
import { WalletConnection } from "./WalletConnection.tsx";

interface WalletProofBodyProps {
  view: WalletProofView;
  connection: ChildProps<"walletConnection"> | null;
}

/** What the page shows at each state of the proof. */
export function WalletProofBody({ view, connection }: WalletProofBodyProps) {
  const { t } = useTranslation();
  const getFailureText = useFailureText();
  switch (view.state) {
    case "idle":
    case "loading":
      return <ReceiptSkeleton label={t("app:loading")} />;
    case "ready":
    case "askingCode":
      return (
        <Outcome icon="key" tone="gold" title={t(view.titleKey)} text={t("wallet:proof.readyText")}>
          <ProofReceipt view={view} />
        </Outcome>
      );
    case "connecting":
      return connection === null ? null : (
        <WalletConnection {...connection} purpose="proof" networkName={view.networkName ?? ""} owner={view.owner} />
      );
    case "proven":
      return (
        <Outcome {...OUTCOME_LOOKS.success} title={t(view.titleKey)} text={t("wallet:proof.provenText")}>
          <ProofReceipt view={view} />
          <BackToApp variant="primary" appUrl={view.appUrl} />
        </Outcome>
      );
    case "failed": {
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
  }
}

/** Whose account it is for, and which wallet. */
function ProofReceipt({ view }: { view: WalletProofView }) {
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
