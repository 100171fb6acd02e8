import { useTranslation } from "react-i18next";

import { PricedAmount } from "#src/components/amount/PricedAmount.tsx";
import { Prices } from "#src/components/amount/Prices.tsx";
import { MainAction } from "#src/components/shell/MainAction.tsx";
import { Cell } from "#src/components/ui/Cell.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import type { ChildProps } from "#src/hooks/useChild.ts";
import { useFailureText } from "#src/hooks/useFailureText.ts";

import styles from "./BalanceOffer.module.css";

interface BalanceOfferViewProps extends ChildProps<"balancePayment"> {
  /** No wallet can pay the order. */
  isOnlyWay: boolean;
}

/** The balance with its button, and why it did not pay or cannot. */
export function BalanceOfferView({ view, send, isOnlyWay }: BalanceOfferViewProps) {
  const { t } = useTranslation();
  const getFailureText = useFailureText();
  const { actions, balance, coinType, state } = view;
  const refusal = getFailureText(view);
  const isHopeless = isOnlyWay && (state === "short" || state === "blocked");
  const isShown = balance !== null || refusal !== undefined || isHopeless;
  if (!isShown) return null;
  return (
    <Section title={t("envelope:balance.title")}>
      {balance !== null && (
        <Cell
          before={<Icon name="check" />}
          title={t("envelope:balance.enough")}
          after={
            <Prices coinTypes={[coinType]}>
              <PricedAmount amount={balance} coinType={coinType} />
            </Prices>
          }
        />
      )}
      {refusal !== undefined && (
        <p role="alert" className={styles.refusal}>
          {refusal}
        </p>
      )}
      {isHopeless && <p className={styles.refusal}>{t("envelope:send.noWalletOrder")}</p>}
      {balance !== null && (
        <div className={styles.pay}>
          <MainAction actions={actions} type="ui.pay" send={send} />
        </div>
      )}
    </Section>
  );
}
