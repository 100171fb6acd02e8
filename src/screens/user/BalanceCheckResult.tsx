import { useState } from "react";
import { useTranslation } from "react-i18next";

import { COINS } from "#domain/coins.ts";
import type { BalanceCheck } from "#domain/solvency/checkBalances.ts";
import { balanceCheckFlow } from "#src/adapters/actors/balanceCheck.ts";
import { readServerTimeMs } from "#src/adapters/serverClock.ts";
import { Amount } from "#src/components/amount/Amount.tsx";
import { LoadFailure } from "#src/components/shell/LoadFailure.tsx";
import { Skeleton } from "#src/components/shell/Skeleton.tsx";
import { Badge } from "#src/components/ui/Badge.tsx";
import { formatDay } from "#src/format/formatDay.ts";
import { useFlow } from "#src/hooks/useFlow.ts";

import styles from "./BalanceCheckResult.module.css";

/** Whether the balances are in it, read and checked as soon as it is shown. */
export function BalanceCheckResult({ tgUserId }: { tgUserId: number }) {
  const flow = useFlow(balanceCheckFlow, { input: { params: { tgUserId } }, open: { type: "resource.load" } });
  return (
    <div className={styles.check}>
      {flow === null || flow.view.status === "loading" ? (
        <Skeleton shape="cards" rows={1} rowHeightPx={48} />
      ) : flow.view.status === "failed" ? (
        <LoadFailure failure={flow.view} send={flow.send} />
      ) : (
        <Result checked={flow.view.value} />
      )}
    </div>
  );
}

function Result({ checked: { day, fits, coins } }: { checked: BalanceCheck }) {
  const { t, i18n } = useTranslation();
  const [now] = useState(() => new Date(readServerTimeMs()));
  if (!fits) {
    return (
      <>
        <Badge tone="bad" icon="cross">
          {t("about:counted.misfit")}
        </Badge>
        <p className={styles.text}>{t("about:counted.misfitText")}</p>
      </>
    );
  }
  if (day === null) return <p className={styles.text}>{t("about:counted.none")}</p>;
  // The day is one of UTC; a time without a zone is midnight here.
  const told = { day: formatDay(new Date(`${day}T00:00:00`), now, i18n.language) };
  const counted = coins.flatMap(({ coinType, amount }) => (amount === null ? [] : [{ coinType, amount }]));
  const others = coins.filter(({ amount }) => amount === null).map(({ coinType }) => COINS[coinType].ticker);
  if (counted.length === 0) return <p className={styles.text}>{t("about:counted.nothing", told)}</p>;
  return (
    <>
      <Badge tone="good" icon="check">
        {t("about:counted.fits")}
      </Badge>
      <ul className={styles.amounts}>
        {counted.map(({ coinType, amount }) => (
          <li key={coinType}>
            <Amount amount={amount} coinType={coinType} />
          </li>
        ))}
      </ul>
      <p className={styles.text}>{t("about:counted.text", told)}</p>
      {others.length > 0 && (
        <p className={styles.text}>
          {t("about:counted.others", { coins: new Intl.ListFormat(i18n.language).format(others) })}
        </p>
      )}
    </>
  );
}
