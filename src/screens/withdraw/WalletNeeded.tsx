import { useTranslation } from "react-i18next";

import { COINS } from "#domain/coins.ts";
import type { WithdrawalView } from "#machines/withdrawal/withdrawal.view.ts";
import { MESSENGER_WALLET_KINDS } from "#src/adapters/wallets/messengerWalletKinds.ts";
import { PricedAmount } from "#src/components/amount/PricedAmount.tsx";
import { Prices } from "#src/components/amount/Prices.tsx";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { MainLink } from "#src/components/shell/MainLink.tsx";
import { Cell } from "#src/components/ui/Cell.tsx";
import { Outcome } from "#src/components/ui/Outcome.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import type { FlowProps } from "#src/adapters/actors/flow.ts";
import { buildBindingPath, buildWithdrawPath } from "#src/routes/links.ts";

import { WithdrawNeeds } from "./WithdrawNeeds.tsx";
import { WithdrawProblem } from "./WithdrawProblem.tsx";

/** The balance, and the way to a wallet that it can go to: one is to be bound, or proven. */
export function WalletNeeded({ view, send }: FlowProps<"withdrawal", WithdrawalView>) {
  const { t } = useTranslation();
  const { coinType, state } = view;
  return (
    <>
      <Outcome
        icon={state === "unbound" ? "wallet" : "shield"}
        tone="plain"
        title={t(view.titleKey)}
        text={
          state === "unbound"
            ? t("withdraw:unbound", { coin: COINS[coinType].ticker, wallet: COINS[coinType].label })
            : t(
                MESSENGER_WALLET_KINDS[COINS[coinType].walletType] === undefined
                  ? "withdraw:proving"
                  : "withdraw:provingHere",
              )
        }
      />
      <Section>
        <Cell
          title={t("withdraw:balance")}
          after={
            <Prices coinTypes={[coinType]}>
              <PricedAmount amount={view.balance} coinType={coinType} />
            </Prices>
          }
        />
      </Section>
      <WithdrawNeeds view={view} />
      {state === "unbound" && (
        <MainLink to={buildBindingPath(buildWithdrawPath(coinType), COINS[coinType].walletType)}>
          {t("withdraw:bind")}
        </MainLink>
      )}
      <WithdrawProblem view={view} />
      <ActionButton actions={view.actions} type="ui.retry" send={send} variant="plain" />
    </>
  );
}
