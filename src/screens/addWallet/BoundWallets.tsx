import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router-dom";

import type { components } from "#contract/schema.d.ts";
import type { WalletBindingView } from "#machines/walletBinding/walletBinding.view.ts";
import type { FlowProps } from "#src/adapters/actors/flow.ts";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { CopyButton } from "#src/components/shell/CopyButton.tsx";
import { Address } from "#src/components/ui/Address.tsx";
import { Badge } from "#src/components/ui/Badge.tsx";
import { Button } from "#src/components/ui/Button.tsx";
import { Empty } from "#src/components/ui/Empty.tsx";
import { Seal } from "#src/components/ui/Seal.tsx";
import { useHubReturn } from "#src/hooks/useHubReturn.ts";

import styles from "./BoundWallets.module.css";
import { ChainMark } from "./ChainMark.tsx";

/** The ways to leave the wallets: back, and, where another screen led here, on to the one that needed a wallet; whether that is a withdrawal. */
export function useReturn(): { goBack: () => void; goOn: (() => void) | null; isToWithdraw: boolean } {
  const [query] = useSearchParams();
  const goBack = useHubReturn();
  const isToWithdraw = query.get("redirect")?.startsWith("/withdraw") === true;
  return { goBack, goOn: query.has("redirect") ? goBack : null, isToWithdraw };
}

/** The wallets of the user. */
export function BoundWallets({ view, send }: FlowProps<"walletBinding", WalletBindingView>) {
  const { t } = useTranslation();
  const { isToWithdraw } = useReturn();
  if (view.wallets.length === 0) {
    return (
      <Empty
        picture={<Seal icon="wallet" />}
        title={t("wallet:binding.none")}
        text={
          view.walletTypes.length === 0
            ? undefined
            : t(isToWithdraw ? "wallet:binding.noneToWithdraw" : "wallet:binding.noneText")
        }
      />
    );
  }
  return (
    <section className={styles.wallets}>
      <h2>{t("wallet:binding.bound")}</h2>
      <ul>
        {view.wallets.map((wallet) => (
          <li key={wallet.walletId}>
            <WalletCard wallet={wallet} view={view} send={send} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface WalletCardProps extends FlowProps<"walletBinding", WalletBindingView> {
  wallet: components["schemas"]["Wallet"];
}

/** One wallet: what it is, its whole address, and what is known of it. */
export function WalletCard({ wallet, view, send }: WalletCardProps) {
  const { t } = useTranslation();
  const { address, proven, type, walletId } = wallet;
  const unbind = view.actions.filter(({ event }) => event.type === "ui.unbind" && event.walletId === walletId);
  const prove = view.actions.filter(({ event }) => event.type === "ui.connect" && event.walletType === type);
  const isLeaving = view.state === "unbinding" && view.walletToUnbind?.walletId === walletId;
  return (
    <article className={styles.card}>
      <div className={styles.head}>
        <ChainMark type={type} />
        <div className={styles.name}>
          <p className={styles.short}>
            <Address address={address} isShort />
          </p>
          <p className={styles.note}>{t(`wallet:type.${type}`)}</p>
        </div>
        <Badge tone={proven ? "good" : "plain"} icon={proven ? "shield" : "info"}>
          {t(proven ? "wallet:binding.proven" : "wallet:binding.unproven")}
        </Badge>
      </div>
      <p>
        <Address address={address} />
      </p>
      <p className={styles.note}>{t(proven ? "wallet:binding.provenText" : "wallet:binding.unprovenText")}</p>
      <div className={styles.tools}>
        <CopyButton text={address} />
        <ActionButton actions={prove} type="ui.connect" send={send} variant="secondary" isInline />
        {isLeaving ? (
          <Button variant="plain" isInline isBusy>
            {t(view.titleKey)}
          </Button>
        ) : (
          <ActionButton actions={unbind} type="ui.unbind" send={send} variant="plain" isInline />
        )}
      </div>
    </article>
  );
}
