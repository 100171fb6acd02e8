import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { CoinType } from "#domain/coins.ts";
import { arrivals } from "#src/adapters/actors/records.ts";
import { MovementRow } from "#src/components/amount/MovementRow.tsx";
import { ListBody } from "#src/components/shell/ListBody.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { formatTime } from "#src/format/formatTime.ts";
import { useList } from "#src/hooks/useList.ts";

/** The newest ones are enough to see that one's own has come. */
const MOST = 3;

/** What has arrived of a coin, and what of it came since the page was opened. */
export function useArrivals(coinType: CoinType) {
  const list = useList(arrivals, { coinType });
  const isRead = list !== null && list.view.status !== "loading" && list.view.status !== "failed";
  const arrived = (list?.view.items ?? []).filter(({ kind }) => kind === "deposit");
  const [former, setFormer] = useState<ReadonlySet<string> | null>(null);
  if (isRead && former === null) setFormer(new Set(arrived.map(({ movementId }) => movementId)));
  const news = arrived.find(({ movementId }) => former?.has(movementId) === false) ?? null;
  return { list, news };
}

/** What has arrived of a coin, as it comes. */
export function Arrivals({ list }: Pick<ReturnType<typeof useArrivals>, "list">) {
  const { t, i18n } = useTranslation();
  const arrived = (list?.view.items ?? []).filter(({ kind }) => kind === "deposit").slice(0, MOST);
  const waiting = <p>{t("withdraw:add.waiting")}</p>;
  return (
    <Section title={t("withdraw:add.arrivals")} isPadded={arrived.length === 0}>
      <ListBody list={list} empty={waiting}>
        {arrived.length === 0 ? (
          waiting
        ) : (
          <ul aria-live="polite">
            {arrived.map((movement) => (
              <MovementRow
                key={movement.movementId}
                movement={movement}
                time={formatTime(movement.at, i18n.language)}
              />
            ))}
          </ul>
        )}
      </ListBody>
    </Section>
  );
}
