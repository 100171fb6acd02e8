import { useEffect } from "react";
import { useTranslation } from "react-i18next";

import { findFirstAmount } from "#domain/address/findFirstAmount.ts";
import { COINS } from "#domain/coins.ts";
import type { WithdrawalView } from "#machines/withdrawal/withdrawal.view.ts";
import { AmountForm } from "#src/components/amount/AmountForm.tsx";
import { formatAmountText } from "#domain/money/formatAmountText.ts";
import { PricedAmount } from "#src/components/amount/PricedAmount.tsx";
import { Prices } from "#src/components/amount/Prices.tsx";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { Address } from "#src/components/ui/Address.tsx";
import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { Cell } from "#src/components/ui/Cell.tsx";
import { Empty } from "#src/components/ui/Empty.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import type { FlowProps } from "#src/adapters/actors/flow.ts";
import { buildBindingPath, buildWithdrawPath } from "#src/routes/links.ts";

import styles from "./WithdrawForm.module.css";
import { withdrawStepsPart } from "./withdrawParts.ts";
import { WithdrawProblem } from "./WithdrawProblem.tsx";

/** How much, and to which wallet. */
export function WithdrawForm({ view, send }: FlowProps<"withdrawal", WithdrawalView>) {
  const { t, i18n } = useTranslation();
  useEffect(() => {
    void withdrawStepsPart.preload();
  }, []);
  const { coinType, wallet } = view;
  if (view.isEmpty) {
    return (
      <Empty
        title={t("withdraw:empty.title")}
        text={t("withdraw:empty.text")}
        action={
          <ButtonLink to="/getPacket" variant="secondary">
            {t("withdraw:empty.claim")}
          </ButtonLink>
        }
      />
    );
  }
  return (
    <>
      <Section isPadded>
        <AmountForm
          amount={view.amount}
          coinType={coinType}
          problem={
            view.problemKey === null
              ? null
              : t(view.problemKey, {
                  amount: `${formatAmountText(findFirstAmount(coinType) ?? "0", i18n.language)}\u00a0${COINS[coinType].ticker}`,
                })
          }
          rejectedSubmits={view.rejectedSubmits}
          isBusy={view.isBusy}
          send={send}
        >
          <p className={styles.balance}>
            <span className={styles.label}>{t("withdraw:balance")}</span>
            <Prices coinTypes={[coinType]}>
              <PricedAmount amount={view.balance} coinType={coinType} />
            </Prices>
            <ActionButton actions={view.actions} type="ui.takeAll" send={send} variant="secondary" isInline />
          </p>
        </AmountForm>
      </Section>
      {wallet !== null && (
        <Section title={t("withdraw:to")}>
          <Cell
            before={<Icon name="wallet" />}
            title={<Address address={wallet.address} isShort />}
            to={buildBindingPath(buildWithdrawPath(coinType), COINS[coinType].walletType)}
          />
        </Section>
      )}
      <WithdrawProblem view={view} />
    </>
  );
}
