import { useState } from "react";
import { useTranslation } from "react-i18next";

import { COINS } from "#domain/coins.ts";
import { formatAmountText } from "#domain/money/formatAmountText.ts";
import { solvencyFlow } from "#src/adapters/actors/solvency.ts";
import { formatDay } from "#src/format/formatDay.ts";
import { useFlow } from "#src/hooks/useFlow.ts";
import { useOpenLink } from "#src/hooks/useOpenLink.ts";
import { useSystemInfo } from "#src/hooks/useSystemInfo.ts";
import { readServerTimeMs } from "#src/adapters/serverClock.ts";

import styles from "./RedEnvelopeSystem.module.css";

/** What the treasury holds for what is owed in each open coin, by the newest signed statement; nothing where there is none. */
export function Holdings() {
  const { t, i18n } = useTranslation();
  const openLink = useOpenLink();
  const [now] = useState(() => new Date(readServerTimeMs()));
  const flow = useFlow(solvencyFlow, {
    input: { params: null },
    open: { type: "resource.load" },
    isDeferred: true,
  });
  const { value: info } = useSystemInfo().view;
  const summary = flow?.view.value ?? null;
  const shown = (summary?.coins ?? []).filter((held) => info?.coins.some(({ coinType }) => coinType === held.coinType));
  if (summary === null || shown.length === 0) return null;
  // The day is one of UTC; a time without a zone is midnight here.
  const day = formatDay(new Date(`${summary.day}T00:00:00`), now, i18n.language);
  const show = (amount: string) => formatAmountText(amount, i18n.language);
  return (
    <div className={styles.holdings}>
      {shown.map(({ coinType, held, owed }) => (
        <p key={coinType}>
          {t("about:system.holder.held", { day, held: show(held), owed: show(owed), coin: COINS[coinType].ticker })}
        </p>
      ))}
      <a
        className={styles.link}
        href="/api/v1/system/solvency"
        target="_blank"
        rel="noopener noreferrer"
        onClick={openLink}
      >
        {t("about:system.holder.statements")}
      </a>
    </div>
  );
}
