import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import type { FailureText } from "#machines/kit/failureText.ts";
import { Address } from "#src/components/ui/Address.tsx";
import { Outcome } from "#src/components/ui/Outcome.tsx";
import { Paper } from "#src/components/ui/Paper.tsx";
import { ReceiptRow } from "#src/components/ui/ReceiptRow.tsx";
import { walletStateFlow } from "#src/adapters/actors/resources.ts";
import { useFlow } from "#src/hooks/useFlow.ts";

import styles from "./StatePage.module.css";
import { StateProblem } from "./StateProblem.tsx";
import { StateScreen } from "./StateScreen.tsx";
import { StateUnread } from "./StateUnread.tsx";

/** A wallet, followed while it is bound: proven, not proven yet, or gone. */
export function WalletState({ walletId }: { walletId: string }) {
  const { t } = useTranslation();
  const flow = useFlow(walletStateFlow, { input: { params: { walletId } }, open: { type: "resource.load" } });
  const value = flow?.view.value ?? null;
  if (flow === null || value === null) {
    return <StateUnread flow={flow} />;
  }
  const { wallet } = value;
  return (
    <StateScreen next={{ to: "/addWallet", labelKey: "wallet:binding.open" }}>
      <div className={styles.middle}>
        {wallet === null ? (
          <Outcome icon="wallet" tone="plain" title={t("wallet:binding.gone")} text={t("wallet:binding.goneText")} />
        ) : (
          <BoundOutcome wallet={wallet} failure={flow.view} />
        )}
      </div>
    </StateScreen>
  );
}

interface BoundOutcomeProps {
  wallet: components["schemas"]["Wallet"];
  failure: FailureText;
}

function BoundOutcome({ wallet: { address, proven, type }, failure }: BoundOutcomeProps) {
  const { t } = useTranslation();
  return (
    <Outcome
      icon={proven ? "shield" : "wallet"}
      tone={proven ? "gold" : "plain"}
      title={t("wallet:binding.state.bound")}
      text={t(proven ? "wallet:binding.provenText" : "wallet:binding.unprovenText")}
    >
      <Paper isScalloped>
        <dl className={styles.wallet}>
          <ReceiptRow label={t(`wallet:type.${type}`)} isWide>
            <Address address={address} />
          </ReceiptRow>
        </dl>
      </Paper>
      <StateProblem failure={failure} />
    </Outcome>
  );
}
