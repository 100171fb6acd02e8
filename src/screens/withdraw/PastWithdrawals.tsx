import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import { COINS, type CoinType } from "#domain/coins.ts";
import { roundDownAmount } from "#domain/money/amount.ts";
import type { WithdrawalView } from "#machines/withdrawal/withdrawal.view.ts";
import { payouts } from "#src/adapters/actors/records.ts";
import { PAYOUT_LOOKS } from "#src/components/account/PayoutOutcome.tsx";
import { Amount } from "#src/components/amount/Amount.tsx";
import { MoneyRow } from "#src/components/amount/MoneyRow.tsx";
import { Worth } from "#src/components/amount/Worth.tsx";
import { ListBody } from "#src/components/shell/ListBody.tsx";
import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { Empty } from "#src/components/ui/Empty.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { formatTime } from "#src/format/formatTime.ts";
import { useList } from "#src/hooks/useList.ts";
import { buildOutcomePath } from "#src/routes/links.ts";

/** The withdrawals of a coin, the newest first; nothing where there is none. */
export function PastWithdrawals({ coinType }: { coinType: CoinType }) {
  const { t } = useTranslation();
  const list = useList(payouts, { coinType });
  const items = list?.view.items ?? [];
  return (
    <ListBody list={list} empty={null} skeleton={null}>
      <Section title={t("withdraw:past.title")}>
        <ul>
          {items.map((payout) => (
            <PastWithdrawal key={payout.payoutId} payout={payout} />
          ))}
        </ul>
      </Section>
    </ListBody>
  );
}

function PastWithdrawal({ payout }: { payout: components["schemas"]["Payout"] }) {
  const { t, i18n } = useTranslation();
  const { payoutId, coinType, net, returnedAmount, status, heldReason, isAutomatic, createdAt } = payout;
  const { baseDecimals, decimals } = COINS[coinType];
  const time = formatTime(createdAt, i18n.language);
  const when = isAutomatic ? `${t("withdraw:past.automatic")} · ${time}` : time;
  const amount = roundDownAmount(returnedAmount ?? net, baseDecimals, decimals);
  return (
    <MoneyRow
      to={buildOutcomePath({ payoutId })}
      before={<Icon name={PAYOUT_LOOKS[status].icon} />}
      title={t(`withdraw:status.${status}`)}
      subtitle={heldReason === null ? when : t(`withdraw:past.held.${heldReason}`)}
      amount={<Amount amount={amount} coinType={coinType} />}
      worth={<Worth amount={amount} coinType={coinType} />}
    />
  );
}

/** Nothing pays the coin out: what the balance is good for, and what was withdrawn before. */
export function WithdrawClosed({ view: { coinType } }: { view: WithdrawalView }) {
  const { t } = useTranslation();
  return (
    <>
      <Empty
        title={t("withdraw:closed.title")}
        text={t("withdraw:closed.text")}
        action={
          <ButtonLink to={`/sendPacket?coinType=${coinType}`} variant="secondary">
            {t("withdraw:closed.send")}
          </ButtonLink>
        }
      />
      <PastWithdrawals coinType={coinType} />
    </>
  );
}
