import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { CoinType } from "#domain/coins.ts";
import { Amount } from "#src/components/Amount.tsx";
import { LoadFailure } from "#src/components/LoadFailure.tsx";
import { Section } from "#src/components/Section.tsx";
import { Segmented } from "#src/components/Segmented.tsx";
import { accountAmounts } from "#src/flows/lists.ts";
import { useList } from "#src/hooks/useList.ts";

import { AmountsToCome } from "./AmountsToCome.tsx";
import { Figures } from "./Figures.tsx";
import { Purse } from "./Purse.tsx";

/** Balance and sums of one coin at a time. */
export function AccountAmounts({ coinTypes }: { coinTypes: readonly CoinType[] }) {
  const { t } = useTranslation();
  const [coinType, setCoinType] = useState<CoinType>(coinTypes[0] ?? "eth");
  return (
    <>
      {coinTypes.length > 1 && (
        <Segmented
          label={t("envelope:send.coin")}
          value={coinType}
          options={coinTypes.map((value) => ({ value, label: t(`envelope:coin.${value}`) }))}
          onChange={setCoinType}
        />
      )}
      <CoinAmounts key={coinType} coinType={coinType} />
    </>
  );
}

function CoinAmounts({ coinType }: { coinType: CoinType }) {
  const list = useList(accountAmounts, { coinType });
  const [amounts] = list?.view.items ?? [];
  if (list === null || list.view.status === "loading") return <AmountsToCome />;
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
  return (
    <>
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
