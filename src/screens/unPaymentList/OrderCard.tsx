import { useTranslation } from "react-i18next";

import type { PaymentOrderView } from "#machines/payment/payment.view.ts";
import { Amount } from "#src/components/amount/Amount.tsx";
import { Worth } from "#src/components/amount/Worth.tsx";
import { Address } from "#src/components/ui/Address.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";
import { NameList } from "#src/components/ui/Named.tsx";
import { formatTime } from "#src/format/formatTime.ts";

import { OrderBadge } from "./OrderBadge.tsx";
import styles from "./OrderCard.module.css";
import { isDue } from "./isDue.ts";

interface OrderCardProps {
  order: PaymentOrderView;
  onChoose: () => void;
}

/** One of several orders, to be chosen. */
export function OrderCard({ order, onChoose }: OrderCardProps) {
  const { t, i18n } = useTranslation();
  const { purchase } = order;
  const amount = order.mark === "paid" ? order.amount : order.dueAmount;
  return (
    <button type="button" className={styles.card} aria-pressed={order.isChosen} onClick={onChoose}>
      <span className={styles.mark}>{order.isChosen && <Icon name="check" sizePx={18} />}</span>
      <span className={styles.words}>
        <span className={styles.head}>
          <Amount amount={amount} coinType={order.coinType} size="large" />
          <OrderBadge mark={order.mark} />
        </span>
        <span className={styles.until}>
          <Worth amount={amount} coinType={order.coinType} />
        </span>
        {isDue(order.mark) && (
          <span className={styles.until}>
            {t("wallet:payment.until", { time: formatTime(order.expiresAt, i18n.language) })}
          </span>
        )}
      </span>
      {order.isChosen && (
        <span className={styles.from}>
          <span className={styles.until}>{t("wallet:payment.purchase")}</span>
          <span>{t(`wallet:payment.kind.${purchase.type}`, { shares: purchase.count })}</span>
          {purchase.chatTitles.length > 0 && (
            <>
              <span className={styles.until}>{t("wallet:payment.groups")}</span>
              <span className={styles.groups}>
                <NameList names={purchase.chatTitles} />
              </span>
            </>
          )}
          {order.fromAddress !== null && (
            <>
              <span className={styles.until}>{t("wallet:payment.from")}</span>
              <Address address={order.fromAddress} />
            </>
          )}
        </span>
      )}
    </button>
  );
}
