import { Suspense } from "react";
import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import { coinOfWallet } from "#domain/coinOfWallet.ts";
import { COINS } from "#domain/coins.ts";
import type { WalletConnectionView } from "#machines/walletConnection/walletConnection.view.ts";
import { SafetyNote } from "#src/components/account/SafetyNote.tsx";
import { PhoneHandoff } from "#src/components/shell/PhoneHandoff.tsx";
import { Address } from "#src/components/ui/Address.tsx";
import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { Paper } from "#src/components/ui/Paper.tsx";
import { ReceiptRow } from "#src/components/ui/ReceiptRow.tsx";
import { isTouchDevice } from "#src/page/isTouchDevice.ts";

import { BackToApp } from "./BackToApp.tsx";
import { formatOwner } from "./formatOwner.ts";
import { walletAppsPart } from "./walletAppsPart.ts";
import styles from "./WalletHelp.module.css";
import { Named } from "#src/components/ui/Named.tsx";

const { Part: WalletApps } = walletAppsPart;

interface WalletHelpProps {
  view: WalletConnectionView;
  orderId: string | undefined;
  purpose: "payment" | "proof";
  moneyKey: string | null;
  networkName: string;
  owner: components["schemas"]["OrderOwner"] | null;
}

/** Help for the present state of the connection. */
export function WalletHelp({ view, orderId, purpose, moneyKey, networkName, owner }: WalletHelpProps) {
  const { t } = useTranslation();
  const money = moneyKey === null ? null : <p className={styles.text}>{t(moneyKey)}</p>;
  switch (view.state) {
    case "notInstalled":
      return (
        <>
          {(orderId === undefined || isTouchDevice()) && (
            <p className={styles.text}>{t("wallet:connection.installHint")}</p>
          )}
          {orderId !== undefined &&
            (isTouchDevice() ? (
              <Suspense>
                <WalletApps orderId={orderId} walletType={view.walletType} />
              </Suspense>
            ) : (
              <PhoneHandoff orderId={orderId} walletType={view.walletType} />
            ))}
          {view.installUrl !== null && (
            <ButtonLink href={view.installUrl} variant="secondary" icon="linkOut">
              {t("wallet:connection.install")}
            </ButtonLink>
          )}
        </>
      );
    case "wrongNetwork":
      return (
        <>
          <p className={styles.text}>
            {t(view.canSwitchNetwork ? "wallet:connection.networkNeeded" : "wallet:connection.switchThere", {
              network: networkName,
            })}
          </p>
          {money}
        </>
      );
    case "wrongAddress":
      return (
        <>
          <p className={styles.text}>
            {t(view.isAccountFixed ? "wallet:connection.connectAccount" : "wallet:connection.chooseAccount")}
          </p>
          {money}
          <Paper>
            <dl>
              <ReceiptRow label={t(purpose === "payment" ? "wallet:connection.needed" : "wallet:proof.wallet")} isWide>
                <Address address={view.expectedAddress ?? ""} />
              </ReceiptRow>
              <ReceiptRow label={t("wallet:connection.shown")} isWide>
                <Address address={view.address ?? ""} />
              </ReceiptRow>
            </dl>
          </Paper>
        </>
      );
    case "explainingProof":
      return (
        <>
          <p className={styles.text}>{t("wallet:connection.proofText")}</p>
          {view.isBlocking && (
            <SafetyNote>
              {t(view.expectedAddress === null ? "wallet:connection.proofMayBlock" : "wallet:connection.proofBlocks", {
                coin: COINS[coinOfWallet(view.walletType)].ticker,
              })}
            </SafetyNote>
          )}
          {owner !== null && (
            <Paper>
              <p className={styles.consequence}>
                <Named
                  name={formatOwner(owner)}
                  write={(account) => t("wallet:connection.proofConsequence", { account })}
                />
              </p>
              <p>{t("wallet:connection.proofOwn")}</p>
            </Paper>
          )}
        </>
      );
    case "failed":
      return view.failureKey === "errors:walletUnsupported" ? (
        <>
          {money}
          <p className={styles.text}>{t("wallet:connection.unsupportedHint")}</p>
          <BackToApp variant="primary" />
        </>
      ) : (
        money
      );
    case "detecting":
    case "choosingWallet":
    case "connecting":
    case "locked":
    case "denied":
    case "switchingNetwork":
    case "proving":
    case "timedOut":
    case "connected":
    case "cancelled":
      return null;
  }
}
