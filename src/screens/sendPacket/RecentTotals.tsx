import { useTranslation } from "react-i18next";

import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import { formatAmountText } from "#domain/money/formatAmountText.ts";
import type { FlowProps } from "#src/adapters/actors/flow.ts";

import styles from "./RecentTotals.module.css";

/** Totals that were sent lately, to take by one tap. */
export function RecentTotals({ view, send }: FlowProps<"envelopeSend", EnvelopeSendView>) {
  const { t, i18n } = useTranslation();
  const { recentTotals, draft, limits } = view;
  if (recentTotals.length === 0) return null;
  return (
    <ul className={styles.totals} aria-label={t("envelope:send.recent")}>
      {recentTotals.map((total) => (
        <li key={total}>
          <button
            type="button"
            className={styles.total}
            aria-pressed={total === draft.totalAmount}
            onClick={() => {
              send({ type: "ui.type", field: "totalAmount", value: total });
            }}
          >
            {`${formatAmountText(total, i18n.language)} ${limits.ticker}`}
          </button>
        </li>
      ))}
    </ul>
  );
}
