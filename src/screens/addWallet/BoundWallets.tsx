import { useTranslation } from "react-i18next";

import type { WalletBindingView } from "#machines/walletBinding/walletBinding.view.ts";
import { Empty } from "#src/components/ui/Empty.tsx";
import { Seal } from "#src/components/ui/Seal.tsx";
import type { FlowProps } from "#src/adapters/actors/flow.ts";

import styles from "./BoundWallets.module.css";
import { useReturn } from "./useReturn.ts";
import { WalletCard } from "./WalletCard.tsx";

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
      <h2 className={styles.title}>{t("wallet:binding.bound")}</h2>
      <ul className={styles.list}>
        {view.wallets.map((wallet) => (
          <li key={wallet.walletId}>
            <WalletCard wallet={wallet} view={view} send={send} />
          </li>
        ))}
      </ul>
    </section>
  );
}
