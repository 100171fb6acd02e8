import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import { Address } from "#src/components/ui/Address.tsx";
import { Outcome } from "#src/components/ui/Outcome.tsx";
import { Paper } from "#src/components/ui/Paper.tsx";
import { walletStateFlow } from "#src/flows/walletState.ts";
import { useFlow } from "#src/hooks/useFlow.ts";

import styles from "./StatePage.module.css";
import { StateProblem } from "./StateProblem.tsx";
import { StateScreen } from "./StateScreen.tsx";
import { StateUnread } from "./StateUnread.tsx";

/** A wallet, followed while it is bound: proven, not proven yet, or gone. */
export function WalletState({ walletId }: { walletId: string }) {
  const { t } = useTranslation();
  const flow = useFlow(walletStateFlow, { input: { params: { walletId } }, open: { type: "resource.load" } });
  const { value = null, failureKey = null, status = "loading" } = flow?.view ?? {};
  if (value === null) {
    return (
      <StateUnread
        hasFailed={status === "failed"}
        failureKey={failureKey}
        onRetry={() => {
          flow?.send({ type: "ui.retry" });
        }}
      />
    );
  }
  const { wallet } = value;
  return (
    <StateScreen next={{ to: "/addWallet", labelKey: "wallet:binding.open" }}>
      <div className={styles.middle}>
        {wallet === null ? (
          <Outcome icon="wallet" tone="plain" title={t("wallet:binding.gone")} text={t("wallet:binding.goneText")} />
        ) : (
          <BoundOutcome wallet={wallet} failureKey={failureKey} />
        )}
      </div>
    </StateScreen>
  );
}

interface BoundOutcomeProps {
  wallet: components["schemas"]["Wallet"];
  failureKey: string | null;
}

function BoundOutcome({ wallet: { address, proven, type }, failureKey }: BoundOutcomeProps) {
  const { t } = useTranslation();
  return (
    <Outcome
      icon={proven ? "shield" : "wallet"}
      tone={proven ? "gold" : "plain"}
      title={t("wallet:binding.state.bound")}
      text={t(proven ? "wallet:binding.provenText" : "wallet:binding.unprovenText")}
    >
      <Paper>
        <p>
          <strong>{t(`wallet:type.${type}`)}</strong>
        </p>
        <p>
          <Address address={address} />
        </p>
      </Paper>
      <StateProblem failureKey={failureKey} />
    </Outcome>
  );
}
