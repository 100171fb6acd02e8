import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import type { WalletBindingView } from "#machines/walletBinding/walletBinding.view.ts";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { Address } from "#src/components/ui/Address.tsx";
import { Badge } from "#src/components/ui/Badge.tsx";
import { Button } from "#src/components/ui/Button.tsx";
import { CopyButton } from "#src/components/shell/CopyButton.tsx";
import type { FlowProps } from "#src/adapters/actors/flow.ts";

import { ChainMark } from "./ChainMark.tsx";
import styles from "./WalletCard.module.css";

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
