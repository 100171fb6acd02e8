import { useTranslation } from "react-i18next";

import { Cell } from "#src/components/Cell.tsx";
import { Icon } from "#src/components/Icon.tsx";
import { Section } from "#src/components/Section.tsx";

import type { WalletConnectionProps } from "./useWalletConnection.ts";
import styles from "./WalletCells.module.css";

/** The wallets that announced themselves. */
export function WalletCells({ view, send }: WalletConnectionProps) {
  const { t } = useTranslation();
  return (
    <Section title={t(view.titleKey)}>
      {view.wallets.map(({ connectorId, name, icon }) => (
        <Cell
          key={connectorId}
          title={name}
          before={
            icon === null ? (
              <span className={styles.sign}>
                <Icon name="wallet" />
              </span>
            ) : (
              <img src={icon} alt="" width={40} height={40} className={styles.icon} />
            )
          }
          onClick={() => {
            send({ type: "ui.chooseWallet", connectorId });
          }}
        />
      ))}
    </Section>
  );
}
