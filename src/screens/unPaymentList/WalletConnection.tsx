import { type ComponentType, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import { coinsOfWallet } from "#domain/coinsOfWallet.ts";
import { COINS } from "#domain/coins.ts";
import type { WalletConnectionView } from "#machines/walletConnection/walletConnection.view.ts";
import { SafetyNote } from "#src/components/account/SafetyNote.tsx";
import { SecurityCodePrompt } from "#src/components/account/SecurityCodePrompt.tsx";
import { lazyPart } from "#src/components/shell/lazyPart.tsx";
import { PhoneHandoff } from "#src/components/shell/PhoneHandoff.tsx";
import { Address } from "#src/components/ui/Address.tsx";
import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { Cell } from "#src/components/ui/Cell.tsx";
import { Icon, type IconName } from "#src/components/ui/Icon.tsx";
import { Named } from "#src/components/ui/Named.tsx";
import { Outcome } from "#src/components/ui/Outcome.tsx";
import { Paper } from "#src/components/ui/Paper.tsx";
import { ReceiptRow } from "#src/components/ui/ReceiptRow.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { Skeleton } from "#src/components/shell/Skeleton.tsx";
import type { ChildProps, StartedChild } from "#src/hooks/useChild.ts";
import { useFailureText } from "#src/hooks/useFailureText.ts";
import { isTouchDevice } from "#src/page/isTouchDevice.ts";

import { BackToApp } from "./WalletControls.tsx";
import { formatOwner } from "./formatOwner.ts";
import styles from "./WalletConnection.module.css";

/** Only a phone without a wallet needs it. */
const walletAppsPart = lazyPart(async () => (await import("./WalletApps.tsx")).WalletApps);

const { Part: WalletApps } = walletAppsPart;

interface Look {
  icon: IconName;
  tone: "gold" | "warn" | "bad" | "plain";
  Help?: ComponentType<WalletHelpProps>;
}

const SHOWN: Readonly<Record<WalletConnectionView["state"], Look>> = {
  detecting: { icon: "wallet", tone: "plain" },
  notInstalled: { icon: "wallet", tone: "plain", Help: InstallHelp },
  choosingWallet: { icon: "wallet", tone: "plain" },
  connecting: { icon: "wallet", tone: "gold" },
  locked: { icon: "lock", tone: "warn" },
  denied: { icon: "cross", tone: "warn" },
  wrongNetwork: { icon: "globe", tone: "warn", Help: NetworkHelp },
  switchingNetwork: { icon: "globe", tone: "gold" },
  wrongAddress: { icon: "person", tone: "warn", Help: AddressHelp },
  explainingProof: { icon: "key", tone: "gold", Help: ProofHelp },
  proving: { icon: "key", tone: "gold" },
  failed: { icon: "warning", tone: "bad", Help: FailureHelp },
  timedOut: { icon: "clock", tone: "warn" },
  connected: { icon: "check", tone: "gold" },
  cancelled: { icon: "cross", tone: "plain" },
};

interface Props extends StartedChild<"walletConnection"> {
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

/** The state of the wallet's connection, and what to do in the wallet; the security code is asked for over it. */
export function WalletConnection({ view, send, actor, orderId, purpose, moneyKey = null, networkName, owner }: Props) {
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
  const { icon, tone } = SHOWN[view.state];
  if (view.state === "choosingWallet") return <WalletCells view={view} send={send} />;
  return (
    <>
      <Outcome icon={icon} tone={tone} isWaiting={view.isBusy} title={t(view.titleKey)} text={text}>
        <WalletHelp
          view={view}
          orderId={orderId}
          purpose={purpose}
          moneyKey={moneyKey}
          networkName={networkName}
          owner={owner}
        />
      </Outcome>
      <SecurityCodePrompt actor={actor} />
    </>
  );
}

/** The wallets that announced themselves. */
function WalletCells({ view, send }: ChildProps<"walletConnection">) {
  const { t } = useTranslation();
  return (
    <Section title={t(view.titleKey)}>
      {view.wallets.map(({ connectorId, name, icon }) => (
        <Cell
          key={connectorId}
          title={name}
          before={<WalletIcon icon={icon} />}
          onClick={() => send({ type: "ui.chooseWallet", connectorId })}
        />
      ))}
    </Section>
  );
}

/** A wallet's own picture; ours where it has none, or one that the browser cannot draw. */
function WalletIcon({ icon }: { icon: string | null }) {
  const [isBroken, setBroken] = useState(false);
  if (icon === null || isBroken) {
    return (
      <span className={styles.sign}>
        <Icon name="wallet" />
      </span>
    );
  }
  return <img src={icon} alt="" width={40} height={40} className={styles.icon} onError={() => setBroken(true)} />;
}

interface WalletHelpProps {
  view: WalletConnectionView;
  orderId: string | undefined;
  purpose: "payment" | "proof";
  moneyKey: string | null;
  networkName: string;
  owner: components["schemas"]["OrderOwner"] | null;
}

/** Help for the present state of the connection. */
export function WalletHelp(props: WalletHelpProps) {
  const { Help } = SHOWN[props.view.state];
  return Help && <Help {...props} />;
}

function Money({ moneyKey }: Pick<WalletHelpProps, "moneyKey">) {
  const { t } = useTranslation();
  return moneyKey !== null && <p className={styles.text}>{t(moneyKey)}</p>;
}

function InstallHelp({ view, orderId }: WalletHelpProps) {
  const { t } = useTranslation();
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
}

function NetworkHelp({ view, moneyKey, networkName }: WalletHelpProps) {
  const { t } = useTranslation();
  return (
    <>
      <p className={styles.text}>
        {t(view.canSwitchNetwork ? "wallet:connection.networkNeeded" : "wallet:connection.switchThere", {
          network: networkName,
        })}
      </p>
      <Money moneyKey={moneyKey} />
    </>
  );
}

function AddressHelp({ view, purpose, moneyKey }: WalletHelpProps) {
  const { t } = useTranslation();
  return (
    <>
      <p className={styles.text}>
        {t(view.isAccountFixed ? "wallet:connection.connectAccount" : "wallet:connection.chooseAccount")}
      </p>
      <Money moneyKey={moneyKey} />
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
}

function ProofHelp({ view, owner }: WalletHelpProps) {
  const { t, i18n } = useTranslation();
  return (
    <>
      <p className={styles.text}>{t("wallet:connection.proofText")}</p>
      {view.isBlocking && (
        <SafetyNote>
          {t(view.expectedAddress === null ? "wallet:connection.proofMayBlock" : "wallet:connection.proofBlocks", {
            coin: new Intl.ListFormat(i18n.language).format(
              coinsOfWallet(view.walletType).map((coinType) => COINS[coinType].ticker),
            ),
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
}

function FailureHelp({ view, moneyKey }: WalletHelpProps) {
  const { t } = useTranslation();
  return (
    <>
      <Money moneyKey={moneyKey} />
      {view.failureKey === "errors:walletUnsupported" && (
        <>
          <p className={styles.text}>{t("wallet:connection.unsupportedHint")}</p>
          <BackToApp variant="primary" />
        </>
      )}
    </>
  );
}
