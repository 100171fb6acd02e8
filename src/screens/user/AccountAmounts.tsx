import { useTranslation } from "react-i18next";

import { COIN_TYPES, type CoinType } from "#domain/coins.ts";
import { Amount } from "#src/components/amount/Amount.tsx";
import { CoinLabel } from "#src/components/amount/CoinLabel.tsx";
import { Fiat } from "#src/components/amount/Fiat.tsx";
import { PricedAmount } from "#src/components/amount/PricedAmount.tsx";
import { Prices } from "#src/components/amount/Prices.tsx";
import { LoadFailure } from "#src/components/shell/LoadFailure.tsx";
import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { Segmented } from "#src/components/ui/Segmented.tsx";
import { accountAmountsFlow } from "#src/adapters/actors/resources.ts";
import { useCoinChoice } from "#src/hooks/useCoinChoice.ts";
import { useFlow } from "#src/hooks/useFlow.ts";
import { useHasPayouts } from "#src/hooks/useHasPayouts.ts";
import { useSystemInfo } from "#src/hooks/useSystemInfo.ts";
import { buildAddMoneyPath, buildWithdrawPath } from "#src/routes/links.ts";

import styles from "./AccountAmounts.module.css";
import { AmountsSkeleton } from "./AmountsSkeleton.tsx";
import { Figures } from "./Figures.tsx";
import { Purse } from "./Purse.tsx";

/** Balance and sums of one coin at a time. */
export function AccountAmounts() {
  const { view, send } = useSystemInfo();
  const [chosen, choose] = useCoinChoice();
  const openCoinTypes = view.value?.coins.map((coin) => coin.coinType) ?? null;
  if (view.status === "failed") {
    return <LoadFailure failure={view} send={send} />;
  }
  if (openCoinTypes === null) return <AmountsSkeleton />;
  const coinType = chosen ?? openCoinTypes[0] ?? COIN_TYPES[0];
  return <CoinAmounts key={coinType} {...{ coinType, openCoinTypes }} onChoose={choose} />;
}

interface CoinAmountsProps {
  coinType: CoinType;
  /** Coins that can be sent; others show where the person has an amount of them. */
  openCoinTypes: readonly CoinType[];
  onChoose: (coinType: CoinType) => void;
}

/** Of a coin that is not offered: what the first one that is comes to. */
function CoinAmounts({ coinType, openCoinTypes, onChoose }: CoinAmountsProps) {
  const { t } = useTranslation();
  const hasPayouts = useHasPayouts(coinType);
  const flow = useFlow(accountAmountsFlow, {
    flowKey: coinType,
    input: { params: { coinType } },
    open: { type: "resource.load" },
  });
  const amounts = flow?.view.value ?? null;
  const shownTypes =
    amounts === null
      ? []
      : COIN_TYPES.filter((candidate) => openCoinTypes.includes(candidate) || amounts.coinTypes.includes(candidate));
  if (flow?.view.status === "failed") {
    return (
      <Section>
        <LoadFailure failure={flow.view} send={flow.send} />
      </Section>
    );
  }
  if (amounts === null) return <AmountsSkeleton />;
  if (!shownTypes.includes(coinType)) {
    const [offered] = shownTypes;
    if (offered !== undefined) return <CoinAmounts coinType={offered} {...{ openCoinTypes, onChoose }} />;
    return (
      <Section isPadded>
        <p>{t("envelope:user.noCoins")}</p>
      </Section>
    );
  }
  return (
    <>
      {shownTypes.length > 1 && (
        <Segmented
          label={t("envelope:send.coin")}
          value={coinType}
          options={shownTypes.map((value) => ({ value, label: <CoinLabel coinType={value} /> }))}
          onChange={onChoose}
        />
      )}
      <Purse hasPayouts={hasPayouts}>
        <Amount amount={amounts.balance} coinType={coinType} size="hero" />
        <p className={styles.worth}>
          <Fiat amount={amounts.balance} coinType={coinType} />
        </p>
        {/* Also at zero: past withdrawals and the automatic ones are there. */}
        <div className={styles.ways}>
          <ButtonLink to={buildWithdrawPath(coinType)} variant="secondary" isInline>
            {t("envelope:user.withdraw")}
          </ButtonLink>
          {openCoinTypes.includes(coinType) && (
            <ButtonLink to={buildAddMoneyPath(coinType)} variant="secondary" isInline>
              {t("envelope:user.addMoney")}
            </ButtonLink>
          )}
        </div>
      </Purse>
      <Prices coinTypes={[coinType]}>
        <Figures
          amountSent={<PricedAmount amount={amounts.amountSent} coinType={coinType} />}
          amountReceived={<PricedAmount amount={amounts.amountReceived} coinType={coinType} />}
          quantityReceived={amounts.quantityReceived}
        />
      </Prices>
    </>
  );
}
