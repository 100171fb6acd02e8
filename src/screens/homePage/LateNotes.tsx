import { useTranslation } from "react-i18next";

import { defineList } from "#src/adapters/actors/pagedList.ts";
import { TotalWorth } from "#src/components/amount/Worth.tsx";
import { DomainWarning } from "#src/components/shell/DomainWarning.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";
import { Link } from "#src/components/ui/Link.tsx";
import { useHoldings } from "#src/hooks/useHoldings.ts";
import { useList } from "#src/hooks/useList.ts";
import { buildOrderPath } from "#src/routes/links.ts";

import styles from "./LateNotes.module.css";

/** The caller's orders that wait for their payment. */
const unpaidOrders = defineList("unpaidOrders", "unpaidList", (api, query, _, signal) =>
  api.get("/v1/order/unpaidList", query, signal, { hasToast: true }),
);

/** What a person should know, above the bottom bar. */
export function LateNotes() {
  return (
    <>
      <DomainWarning />
      <UnpaidOrders />
    </>
  );
}

/** What all balances are worth, once it is known. */
export function Total() {
  const accounts = useHoldings()?.view.value?.accounts;
  return accounts === undefined ? null : <TotalWorth holdings={accounts} />;
}

/** One line about the orders that wait for payment, which leads to the only one, or to the list of them. */
export function UnpaidOrders() {
  const { t } = useTranslation();
  const list = useList(unpaidOrders);
  const { items = [], total = 0 } = list?.view ?? {};
  const [first] = items;
  if (first === undefined) return null;
  const envelopeId = total === 1 ? first.envelopeIds[0] : undefined;
  return (
    <Link className={styles.line} to={envelopeId === undefined ? "/sendPacket" : buildOrderPath(envelopeId)}>
      <Icon name="clock" />
      <span className={styles.words}>
        <strong>{t("app:home.unpaid.waiting", { count: total })}</strong>{" "}
        <span className={styles.what}>{t("app:home.unpaid.pay")}</span>
      </span>
      <Icon name="chevronRight" sizePx={20} />
    </Link>
  );
}
