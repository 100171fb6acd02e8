import { useTranslation } from "react-i18next";

import type { CoinType } from "#domain/coins.ts";
import { chooseCoin, listOpenAndOwn } from "#domain/money/holdings.ts";
import type { Holdings } from "#machines/app/flows.ts";
import { Amount } from "#src/components/amount/Amount.tsx";
import { CoinLabel } from "#src/components/amount/CoinLabel.tsx";
import { Fiat, PricedAmount, TotalWorth } from "#src/components/amount/Worth.tsx";
import { formatAmountText } from "#domain/money/formatAmountText.ts";
import { LoadFailure } from "#src/components/shell/LoadFailure.tsx";
import { Cell } from "#src/components/ui/Cell.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { Segmented } from "#src/components/ui/Segmented.tsx";
import { Skeleton } from "#src/components/shell/Skeleton.tsx";
import { claimFiguresFlow } from "#src/adapters/actors/resources.ts";
import { useCoinChoice } from "#src/hooks/useCoinChoice.ts";
import { useFlow } from "#src/hooks/useFlow.ts";
import { useHoldings } from "#src/hooks/useHoldings.ts";
import { useSystemInfo } from "#src/hooks/useSystemInfo.ts";

import styles from "./ClaimFigures.module.css";

/** As high as the figures. */
const FIGURES_TO_COME = <Skeleton rows={2} rowHeightPx={84} isInCard />;

/** What came of the user's claims, one coin at a time: of a coin that is open, or was. Above it what all balances are worth. */
export function ClaimFigures() {
  const { t } = useTranslation();
  const { view: info, send: sendInfo } = useSystemInfo();
  const holdings = useHoldings();
  const openTypes = info.value?.coins.map(({ coinType }) => coinType) ?? null;
  const accounts = holdings?.view.value?.accounts ?? null;
  return (
    <>
      <Section>
        <Cell
          to="/user"
          title={t("app:home.balance")}
          after={accounts === null ? undefined : <TotalWorth holdings={accounts} />}
        />
      </Section>
      <Section title={t("home:receive.figures")} isPadded>
        {openTypes !== null && accounts !== null ? (
          <CoinChoice accounts={accounts} openTypes={openTypes} />
        ) : info.status === "failed" ? (
          <LoadFailure failure={info} send={sendInfo} />
        ) : holdings?.view.status === "failed" ? (
          <LoadFailure failure={holdings.view} send={holdings.send} />
        ) : (
          FIGURES_TO_COME
        )}
      </Section>
    </>
  );
}

interface CoinChoiceProps extends Holdings {
  openTypes: readonly CoinType[];
}

function CoinChoice({ accounts, openTypes }: CoinChoiceProps) {
  const { t } = useTranslation();
  const [chosen, choose] = useCoinChoice();
  const shownTypes = listOpenAndOwn(openTypes, accounts);
  const coinType = chooseCoin(chosen, accounts, shownTypes);
  if (coinType === null) return <p>{t("envelope:user.noCoins")}</p>;
  return (
    <>
      {shownTypes.length > 1 && (
        <Segmented
          label={t("envelope:send.coin")}
          value={coinType}
          options={shownTypes.map((value) => ({ value, label: <CoinLabel coinType={value} /> }))}
          onChange={choose}
        />
      )}
      <CoinFigures key={coinType} coinType={coinType} />
    </>
  );
}

function CoinFigures({ coinType }: { coinType: CoinType }) {
  const { t, i18n } = useTranslation();
  const flow = useFlow(claimFiguresFlow, { input: { params: { coinType } }, open: { type: "resource.load" } });
  if (flow === null || flow.view.status === "loading") return FIGURES_TO_COME;
  if (flow.view.status === "failed") {
    return <LoadFailure failure={flow.view} send={flow.send} />;
  }
  const figures = flow.view.value;
  const count = (value: number) => formatAmountText(String(value), i18n.language);
  return (
    <dl className={styles.figures}>
      <div className={styles.total}>
        <dt>{t("home:receive.total")}</dt>
        <dd>
          <Amount amount={figures.totalReceivedAmount} coinType={coinType} size="large" />
          <p className={styles.worth}>
            <Fiat amount={figures.totalReceivedAmount} coinType={coinType} />
          </p>
        </dd>
      </div>
      <div>
        <dt>{t("home:receive.count")}</dt>
        <dd>{count(figures.receivedQuantity)}</dd>
      </div>
      <div>
        <dt>{t("home:receive.bestLuck")}</dt>
        <dd>{count(figures.bestLuckCount)}</dd>
      </div>
      <div>
        <dt>{t("home:receive.paidOut")}</dt>
        <dd>
          <PricedAmount amount={figures.paidOutAmount} coinType={coinType} />
        </dd>
      </div>
    </dl>
  );
}
