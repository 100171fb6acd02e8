import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { COIN_TYPES, type CoinType } from "#domain/coins.ts";
import { Amount } from "#src/components/amount/Amount.tsx";
import { LoadFailure } from "#src/components/shell/LoadFailure.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { Segmented } from "#src/components/ui/Segmented.tsx";
import { accountAmounts } from "#src/flows/lists.ts";
import { useList } from "#src/hooks/useList.ts";

import { AmountsToCome } from "./AmountsToCome.tsx";
import { Figures } from "./Figures.tsx";
import { Purse } from "./Purse.tsx";

interface AccountAmountsProps {
  /** Coins that can be sent; others show where the person has something of them. */
  openCoinTypes: readonly CoinType[];
}

/** Balance and sums of one coin at a time. */
export function AccountAmounts({ openCoinTypes }: AccountAmountsProps) {
  const [coinType, setCoinType] = useState<CoinType>(openCoinTypes[0] ?? COIN_TYPES[0]);
  return <CoinAmounts key={coinType} {...{ coinType, openCoinTypes }} onChoose={setCoinType} />;
}

interface CoinAmountsProps extends AccountAmountsProps {
  coinType: CoinType;
  onChoose: (coinType: CoinType) => void;
}

function CoinAmounts({ coinType, openCoinTypes, onChoose }: CoinAmountsProps) {
  const { t } = useTranslation();
  const list = useList(accountAmounts, { coinType });
  const [amounts] = list?.view.items ?? [];
  const shownTypes = COIN_TYPES.filter(
    (candidate) => openCoinTypes.includes(candidate) || amounts?.coinTypes.includes(candidate) === true,
  );
  // Nothing of the coin that was asked for: another one that the person has takes its place.
  const betterType = amounts === undefined || shownTypes.includes(coinType) ? undefined : shownTypes[0];
  useEffect(() => {
    if (betterType !== undefined) onChoose(betterType);
  }, [betterType, onChoose]);
  if (list === null || list.view.status === "loading" || betterType !== undefined) return <AmountsToCome />;
  if (amounts === undefined) {
    return (
      <Section>
        <LoadFailure
          failureKey={list.view.failureKey}
          onRetry={() => {
            list.send({ type: "ui.retry" });
          }}
        />
      </Section>
    );
  }
  if (shownTypes.length === 0) {
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
          options={shownTypes.map((value) => ({ value, label: t(`envelope:coin.${value}`) }))}
          onChange={onChoose}
        />
      )}
      <Purse>
        <Amount amount={amounts.balance} coinType={coinType} size="hero" />
      </Purse>
      <Figures
        amountSent={<Amount amount={amounts.amountSent} coinType={coinType} />}
        amountReceived={<Amount amount={amounts.amountReceived} coinType={coinType} />}
        quantityReceived={amounts.quantityReceived}
      />
    </>
  );
}
