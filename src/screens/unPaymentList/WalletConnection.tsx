import { useTranslation } from "react-i18next";
import type { ActorRefFrom } from "xstate";

import { selectFlow } from "#machines/app/selectFlow.ts";
import { viewWalletConnection } from "#machines/walletConnection/walletConnection.view.ts";
import type {
  walletConnectionMachine,
  WalletConnectionEvent,
} from "#machines/walletConnection/walletConnection.machine.ts";
import { ActionButton } from "#src/components/ActionButton.tsx";
import { Cell } from "#src/components/Cell.tsx";
import { Section } from "#src/components/Section.tsx";
import { useApp } from "#src/hooks/useApp.ts";
import { useOptionalSnapshot } from "#src/hooks/useOptionalSnapshot.ts";

import styles from "./UnPaymentList.module.css";

/** The wallet being connected: a child of the payment with controls of its own. */
export function WalletConnection() {
  const { t } = useTranslation();
  const { root } = useApp();
  const payment = selectFlow(root.getSnapshot(), "payment");
  const actor = (payment?.getSnapshot().children["walletConnection"] ?? null) as ActorRefFrom<
    typeof walletConnectionMachine
  > | null;
  const snapshot = useOptionalSnapshot(actor);
  if (actor === null || snapshot === null) return null;
  const view = viewWalletConnection(snapshot);
  const send = (event: WalletConnectionEvent) => {
    actor.send(event);
  };
  return (
    <Section isPadded title={t(view.titleKey)}>
      <div className={styles.connection}>
        {view.failureKey !== null && (
          <p role="alert" className={styles.warning}>
            {t(view.failureKey)}
          </p>
        )}
        {view.isBusy && <output>{t(`wallet:connection.busy.${view.state}`)}</output>}
        {view.state === "explainingProof" && <p>{t("wallet:connection.proofText")}</p>}
        {view.state === "wrongAddress" && (
          <p className={styles.address}>
            {t("wallet:connection.expected", { expected: view.expectedAddress, address: view.address })}
          </p>
        )}
        {view.wallets.map((wallet) => (
          <Cell
            key={wallet.connectorId}
            title={wallet.name}
            before={wallet.icon === null ? undefined : <img src={wallet.icon} alt="" width={32} height={32} />}
            onClick={() => {
              send({ type: "ui.chooseWallet", connectorId: wallet.connectorId });
            }}
          />
        ))}
        {view.installUrl !== null && (
          <a href={view.installUrl} target="_blank" rel="noreferrer noopener" className={styles.install}>
            {t("wallet:connection.install")}
          </a>
        )}
        <ActionButton actions={view.actions} type="ui.sign" send={send} />
        <ActionButton actions={view.actions} type="ui.switchNetwork" send={send} />
        <ActionButton actions={view.actions} type="ui.retry" send={send} />
        <ActionButton actions={view.actions} type="ui.cancel" send={send} variant="secondary" />
      </div>
    </Section>
  );
}
