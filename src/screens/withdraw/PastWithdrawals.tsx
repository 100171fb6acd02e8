import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import type { CoinType } from "#domain/coins.ts";
import { viewPayout } from "#machines/lifecycle/payout/payout.view.ts";
import { PAYOUT_LOOKS } from "#src/components/account/payoutLooks.ts";
import { Amount } from "#src/components/amount/Amount.tsx";
import { ListBody } from "#src/components/shell/ListBody.tsx";
import { Badge } from "#src/components/ui/Badge.tsx";
import { Cell } from "#src/components/ui/Cell.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { formatTime } from "#src/format/formatTime.ts";
import { payouts } from "#src/flows/lists.ts";
import { useList } from "#src/hooks/useList.ts";

/** The withdrawals of a coin, the newest first; nothing where there is none. */
export function PastWithdrawals({ coinType }: { coinType: CoinType }) {
  const { t } = useTranslation();
  const list = useList(payouts, { coinType });
  const items = list?.view.items ?? [];
  return (
    <ListBody list={list} empty={null} skeleton={null}>
      <Section title={t("withdraw:past.title")}>
        {items.map((payout) => (
          <PastWithdrawal key={payout.payoutId} payout={payout} />
        ))}
      </Section>
    </ListBody>
  );
}

function PastWithdrawal({ payout }: { payout: components["schemas"]["Payout"] }) {
  const { t, i18n } = useTranslation();
  const { payoutId, coinType, net, status, isAutomatic, createdAt } = payout;
  const time = formatTime(createdAt, i18n.language);
  return (
    <Cell
      to={`/statePage?payoutId=${encodeURIComponent(payoutId)}`}
      title={<Amount amount={net} coinType={coinType} />}
      subtitle={isAutomatic ? `${t("withdraw:past.automatic")} · ${time}` : time}
      after={
        <Badge tone={viewPayout({ value: status }).tone} icon={PAYOUT_LOOKS[status].icon}>
          {t(`withdraw:status.${status}`)}
        </Badge>
      }
    />
  );
}
