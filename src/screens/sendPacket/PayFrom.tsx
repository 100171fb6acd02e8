import { useSelector } from "@xstate/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router-dom";

import { COINS } from "#domain/coins.ts";
import { nameWallet } from "#domain/guestNetwork.ts";
import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import { viewSession } from "#machines/session/session.view.ts";
import { PricedAmount } from "#src/components/amount/Worth.tsx";
import { Address } from "#src/components/ui/Address.tsx";
import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { Cell } from "#src/components/ui/Cell.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";
import { Named } from "#src/components/ui/Named.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { usePayoutFeeNote } from "#src/hooks/usePayoutFeeNote.ts";
import { useService } from "#src/hooks/useSnapshot.ts";
import { buildBindingPath } from "#src/routes/links.ts";
import { formatOwner } from "#src/screens/unPaymentList/formatOwner.ts";

import styles from "./PayFrom.module.css";
import { formatNumbers } from "./sendFields.ts";

/** What the balance and the wallet have to pay with, why the form was not sent, and what claimers pay to withdraw. */
export function PayFrom({ view }: { view: EnvelopeSendView }) {
  const { t, i18n } = useTranslation();
  const { payer, inApp, isWalletMissing, shortage, refusal, draft } = view;
  const feeNote = usePayoutFeeNote(draft.coinType);
  const isBound = payer.kind === "bound";
  // A wallet that is missing is told with the way to bind one.
  const isWalletRefused = isWalletMissing && refusal?.messageKey === "errors:walletNotBound";
  const isRefusalShown = refusal !== null && !isWalletRefused;
  return (
    <>
      {inApp !== null && (
        <Section title={t("envelope:balance.title")}>
          <Cell
            before={<Icon name={inApp.isEnough === true ? "check" : "gift"} />}
            title={t(`envelope:balance.${nameEnough(inApp.isEnough)}`)}
            subtitle={inApp.isEnough === false ? t("envelope:balance.wholly") : undefined}
            after={<PricedAmount amount={inApp.balance} coinType={draft.coinType} />}
          />
        </Section>
      )}
      {isWalletMissing && (
        <MissingWallet view={view} isRefused={isWalletRefused}>
          {view.isConnecting && !isWalletRefused && <ConnectNote />}
        </MissingWallet>
      )}
      {(isBound || isRefusalShown) && (
        <Section title={isBound ? t("envelope:send.payFrom") : undefined}>
          {isBound && (
            <Cell
              before={<Icon name="wallet" />}
              title={<Address address={payer.address} isShort />}
              subtitle={payer.balance === null ? t("envelope:send.balanceUnknown") : undefined}
              after={
                payer.balance === null ? undefined : <PricedAmount amount={payer.balance} coinType={draft.coinType} />
              }
            />
          )}
          {isRefusalShown ? (
            <p role="alert" className={styles.refusal} data-refusal="" tabIndex={-1}>
              {t(refusal.messageKey, formatNumbers(refusal.params, i18n.language))}
            </p>
          ) : (
            shortage !== null && (
              <output className={styles.refusal}>
                {t(shortage.messageKey, formatNumbers(shortage.params, i18n.language))}
              </output>
            )
          )}
        </Section>
      )}
      <p className={styles.gas}>{feeNote ?? t("envelope:send.gasNote")}</p>
    </>
  );
}

function nameEnough(isEnough: boolean | null): "inApp" | "enough" | "tooLittle" {
  if (isEnough === null) return "inApp";
  return isEnough ? "enough" : "tooLittle";
}

interface MissingWalletProps {
  view: EnvelopeSendView;
  isRefused: boolean;
  /** Said in place of the usual text. */
  children: ReactNode;
}

/** Neither a wallet nor the balance can pay: says so before the form is sent, with a link to bind one. */
function MissingWallet({ view: { limits, draft, isConnecting }, isRefused, children }: MissingWalletProps) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  return (
    <Section isPadded>
      <div className={styles.missing} data-refusal={isRefused ? "" : undefined} tabIndex={-1}>
        <p className={styles.text} role={isRefused ? "alert" : "status"}>
          <Icon name="wallet" />
          <span>
            {children || t("envelope:send.walletMissing", { coin: limits.ticker, wallet: nameWallet(draft.coinType) })}
          </span>
        </p>
        <ButtonLink
          to={buildBindingPath(`${pathname}${search}`, COINS[draft.coinType].walletType)}
          variant={isConnecting ? "plain" : "secondary"}
        >
          {t("envelope:send.bindWallet")}
        </ButtonLink>
      </div>
    </Section>
  );
}

/** What the proof means that comes with the connection, and for whose account. */
function ConnectNote() {
  const { t } = useTranslation();
  const owner = useSelector(useService("session"), (snapshot) => viewSession(snapshot).user);
  return (
    owner !== null && (
      <Named name={formatOwner(owner)} write={(account) => t("envelope:send.connectNote", { account })} />
    )
  );
}
