import { useTranslation } from "react-i18next";

import type { CoinType } from "#domain/coins.ts";
import { arrivals } from "#src/adapters/actors/movements.ts";
import { MovementRow } from "#src/components/amount/MovementRow.tsx";
import { Prices } from "#src/components/amount/Prices.tsx";
import { ListBody } from "#src/components/shell/ListBody.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { formatTime } from "#src/format/formatTime.ts";
import { useList } from "#src/hooks/useList.ts";

/** The newest ones are enough to see that one's own has come. */
const MOST = 3;

/** What has arrived of a coin, as it comes. */
export function Arrivals({ coinType }: { coinType: CoinType }) {
  const { t, i18n } = useTranslation();
  const list = useList(arrivals, { coinType });
  const arrived = (list?.view.items ?? []).filter(({ kind }) => kind === "deposit").slice(0, MOST);
  const waiting = <p>{t("withdraw:add.waiting")}</p>;
  return (
    <Section title={t("withdraw:add.arrivals")} isPadded={arrived.length === 0}>
      <ListBody list={list} empty={waiting}>
        {arrived.length === 0 ? (
          waiting
        ) : (
          <Prices coinTypes={[coinType]}>
            <ul aria-live="polite">
              {arrived.map((movement) => (
                <MovementRow
                  key={movement.movementId}
                  movement={movement}
                  time={formatTime(movement.at, i18n.language)}
                />
              ))}
            </ul>
          </Prices>
        )}
      </ListBody>
    </Section>
  );
}
