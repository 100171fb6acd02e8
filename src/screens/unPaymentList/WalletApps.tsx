import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import { listWalletApps } from "#src/adapters/wallets/walletApps.ts";
import { Button } from "#src/components/ui/Button.tsx";
import { walletHandoffFlow } from "#src/adapters/actors/walletHandoff.ts";
import { useFailureText } from "#src/hooks/useFailureText.ts";
import { useFlow } from "#src/hooks/useFlow.ts";

import styles from "./WalletConnection.module.css";

interface WalletAppsProps {
  orderId: string;
  walletType: components["schemas"]["WalletType"];
}

/** The wallet apps of a phone in which the order can be opened and paid. */
export function WalletApps({ orderId, walletType }: WalletAppsProps) {
  const { t } = useTranslation();
  const getFailureText = useFailureText();
  const flow = useFlow(walletHandoffFlow, { input: { orderId, walletType, apps: listWalletApps(walletType) } });
  if (flow === null) return null;
  const { view, send } = flow;
  const note = view.state === "left" ? t("wallet:handoff.left") : getFailureText(view);
  return (
    <>
      {view.actions.map(
        ({ event, labelKey, enabled }) =>
          event.type === "ui.chooseApp" && (
            <Button
              key={event.appId}
              variant="secondary"
              icon="linkOut"
              disabled={!enabled}
              isBusy={view.busyAppId === event.appId}
              onClick={() => send(event)}
            >
              {t(labelKey, { app: view.apps.find(({ appId }) => appId === event.appId)?.name })}
            </Button>
          ),
      )}
      <output className={styles.text}>{note}</output>
    </>
  );
}
