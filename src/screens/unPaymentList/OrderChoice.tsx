import { useTranslation } from "react-i18next";

import type { PaymentView } from "#machines/payment/payment.view.ts";
import { Prices } from "#src/components/amount/Prices.tsx";
import type { FlowProps } from "#src/adapters/actors/flow.ts";

import styles from "./OrderChoice.module.css";
import { OrderCard } from "./OrderCard.tsx";
import { OrderNote } from "./OrderNote.tsx";
import { OrderReceipt } from "./OrderReceipt.tsx";

/** The unpaid orders: one as a receipt, several to choose from. */
export function OrderChoice({ view, send }: FlowProps<"payment", PaymentView>) {
  const { t } = useTranslation();
  const [first] = view.orders;
  const choose = (orderId: string) => {
    send({ type: "ui.chooseOrder", orderId });
  };
  return (
    <>
      <h2 className={view.orders.length === 1 ? "visually-hidden" : styles.title}>{t(view.titleKey)}</h2>
      {view.orders.length === 1 && first !== undefined ? (
        <OrderReceipt
          order={first}
          onChoose={() => {
            choose(first.orderId);
          }}
        />
      ) : (
        <Prices coinTypes={view.orders.map(({ coinType }) => coinType)}>
          <ul className={styles.orders}>
            {view.orders.map((order) => (
              <li key={order.orderId}>
                <OrderCard
                  order={order}
                  onChoose={() => {
                    choose(order.orderId);
                  }}
                />
              </li>
            ))}
          </ul>
        </Prices>
      )}
      <OrderNote view={view} />
    </>
  );
}
