import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { CoinType } from "#domain/coins.ts";
import { Amount } from "#src/components/Amount.tsx";
import { Cell } from "#src/components/Cell.tsx";
import { ListBody } from "#src/components/ListBody.tsx";
import { Section } from "#src/components/Section.tsx";
import { Segmented } from "#src/components/Segmented.tsx";
import { accountAmounts } from "#src/flows/lists.ts";
import { useList } from "#src/hooks/useList.ts";

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
  const { t } = useTranslation();
  const list = useList(accountAmounts, { coinType });
  const [amounts] = list?.view.items ?? [];
  return (
    <ListBody list={list} empty={null}>
      {amounts !== undefined && (
        <>
          <Section isPadded title={t("envelope:user.balance")} footer={t("envelope:user.balanceHint")}>
            <Amount amount={amounts.balance} coinType={coinType} size="huge" />
          </Section>
          <Section>
            <Cell
              title={t("envelope:user.amountSent")}
              after={<Amount amount={amounts.amountSent} coinType={coinType} />}
            />
            <Cell
              title={t("envelope:user.amountReceived")}
              after={<Amount amount={amounts.amountReceived} coinType={coinType} />}
            />
            <Cell title={t("envelope:user.quantityReceived")} after={String(amounts.quantityReceived)} />
          </Section>
        </>
      )}
    </ListBody>
  );
}
