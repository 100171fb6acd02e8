import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import type { WalletConnectionView } from "#machines/walletConnection/walletConnection.view.ts";
import type { IconName } from "#src/components/ui/IconName.ts";
import { Outcome } from "#src/components/ui/Outcome.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { Skeleton } from "#src/components/ui/Skeleton.tsx";
import { useFailureText } from "#src/hooks/useFailureText.ts";
import type { ChildProps } from "#src/hooks/useChild.ts";

import { WalletCells } from "./WalletCells.tsx";
import { WalletHelp } from "./WalletHelp.tsx";

const LOOKS: Readonly<
  Record<WalletConnectionView["state"], { icon: IconName; tone: "gold" | "warn" | "bad" | "plain" }>
> = {
  detecting: { icon: "wallet", tone: "plain" },
  notInstalled: { icon: "wallet", tone: "plain" },
  choosingWallet: { icon: "wallet", tone: "plain" },
  connecting: { icon: "wallet", tone: "gold" },
  locked: { icon: "lock", tone: "warn" },
  denied: { icon: "cross", tone: "warn" },
  wrongNetwork: { icon: "globe", tone: "warn" },
  switchingNetwork: { icon: "globe", tone: "gold" },
  wrongAddress: { icon: "person", tone: "warn" },
  explainingProof: { icon: "key", tone: "gold" },
  proving: { icon: "key", tone: "gold" },
  failed: { icon: "warning", tone: "bad" },
  timedOut: { icon: "clock", tone: "warn" },
  connected: { icon: "check", tone: "gold" },
  cancelled: { icon: "cross", tone: "plain" },
};

interface Props extends ChildProps<"walletConnection"> {
  /** The order to be paid on this page; absent where none is. */
  orderId?: string;
  purpose: "payment" | "proof";
  /** What has been paid while the wallet cannot; who only proves a wallet expects no payment, and would wonder about one. */
  moneyKey?: string | null;
  /** Of the payment's network. */
  networkName: string;
  /** Whose account it is for. */
  owner: components["schemas"]["OrderOwner"] | null;
}

/** The state of the wallet's connection, and what to do in the wallet. */
export function WalletConnection({ view, send, orderId, purpose, moneyKey = null, networkName, owner }: Props) {
  const { t } = useTranslation();
  const getFailureText = useFailureText();
  const text = view.isBusy ? t(`wallet:connection.busy.${view.state}`) : getFailureText(view);
  if (view.state === "detecting") {
    return (
      <Section title={t(view.titleKey)}>
        <Skeleton label={text ?? ""} rows={2} rowHeightPx={64} />
      </Section>
    );
  }
  if (view.state === "choosingWallet") return <WalletCells view={view} send={send} />;
  return (
    <Outcome {...LOOKS[view.state]} isWaiting={view.isBusy} title={t(view.titleKey)} text={text}>
      <WalletHelp
        view={view}
        orderId={orderId}
        purpose={purpose}
        moneyKey={moneyKey}
        networkName={networkName}
        owner={owner}
      />
    </Outcome>
  );
}
