import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { CoinType } from "#domain/coins.ts";
import { chooseCoin, listOpenAndOwn } from "#domain/money/holdings.ts";
import type { Holdings } from "#machines/app/flows.ts";
import { Amount } from "#src/components/amount/Amount.tsx";
import { CoinLabel } from "#src/components/amount/CoinLabel.tsx";
import { Fiat, PricedAmount, TotalWorth } from "#src/components/amount/Worth.tsx";
import { LoadFailure } from "#src/components/shell/LoadFailure.tsx";
import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { Segmented } from "#src/components/ui/Segmented.tsx";
import { Skeleton } from "#src/components/shell/Skeleton.tsx";
import { joinSentences } from "#src/format/joinSentences.ts";
import { useCoinChoice } from "#src/hooks/useCoinChoice.ts";
import { useHoldings } from "#src/hooks/useHoldings.ts";
import { useHasPayouts, useSystemInfo } from "#src/hooks/useSystemInfo.ts";
import { buildAddMoneyPath, buildWithdrawPath } from "#src/routes/links.ts";

import styles from "./AccountAmounts.module.css";

/** What the person has in all, then balance and sums of one coin at a time. */
export function AccountAmounts() {
  const { view: info, send: sendInfo } = useSystemInfo();
  const flow = useHoldings();
  if (info.status === "failed") return <LoadFailure failure={info} send={sendInfo} />;
  if (flow?.view.status === "failed") {
    return (
      <Section>
        <LoadFailure failure={flow.view} send={flow.send} />
      </Section>
    );
  }
  const openCoinTypes = info.value?.coins.map((coin) => coin.coinType) ?? null;
  if (openCoinTypes === null) return <AmountsSkeleton />;
  return <AmountsOfOne accounts={flow?.view.value?.accounts ?? null} openCoinTypes={openCoinTypes} />;
}

interface AmountsOfOneProps {
  /** Null while they load. */
  accounts: Holdings["accounts"] | null;
  /** Coins that can be sent; others show where the person has or had something of them. */
  openCoinTypes: readonly CoinType[];
}

/** Of a coin that there never was anything of. */
const NOTHING = { balance: "0", amountSent: "0", amountReceived: "0", quantityReceived: 0 };

/** The total and the coins keep their places while the amounts load. */
function AmountsOfOne({ accounts, openCoinTypes }: AmountsOfOneProps) {
  const { t } = useTranslation();
  const [chosen, choose] = useCoinChoice();
  const shownTypes = listOpenAndOwn(openCoinTypes, accounts ?? []);
  const coinType = accounts === null ? chosen : chooseCoin(chosen, accounts, shownTypes);
  return (
    <>
      {shownTypes.length > 1 && (
        <>
          <p className={styles.total}>
            <span>{t("app:home.balance")}</span>{" "}
            <span className={styles.totalWorth}>{accounts !== null && <TotalWorth holdings={accounts} />}</span>
          </p>
          <Segmented
            label={t("envelope:send.coin")}
            value={coinType}
            isToCome={accounts === null}
            options={shownTypes.map((value) => ({ value, label: <CoinLabel coinType={value} /> }))}
            onChange={choose}
          />
        </>
      )}
      {accounts === null ? (
        <AmountsSkeleton />
      ) : coinType === null ? (
        <Section isPadded>
          <p>{t("envelope:user.noCoins")}</p>
        </Section>
      ) : (
        <CoinAmounts
          coinType={coinType}
          amounts={accounts.find((account) => account.coinType === coinType) ?? NOTHING}
          isOpen={openCoinTypes.includes(coinType)}
        />
      )}
    </>
  );
}

interface CoinAmountsProps {
  coinType: CoinType;
  amounts: typeof NOTHING;
  isOpen: boolean;
}

function CoinAmounts({ coinType, amounts, isOpen }: CoinAmountsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Purse hasPayouts={useHasPayouts(coinType)}>
        <Amount amount={amounts.balance} coinType={coinType} size="hero" />
        <p className={styles.worth}>
          <Fiat amount={amounts.balance} coinType={coinType} />
        </p>
        {/* Also at zero: past withdrawals and the automatic ones are there. */}
        <div className={styles.ways}>
          <ButtonLink to={buildWithdrawPath(coinType)} variant="secondary" isInline>
            {t("envelope:user.withdraw")}
          </ButtonLink>
          {isOpen && (
            <ButtonLink to={buildAddMoneyPath(coinType)} variant="secondary" isInline>
              {t("envelope:user.addMoney")}
            </ButtonLink>
          )}
        </div>
      </Purse>
      <Figures
        amountSent={<PricedAmount amount={amounts.amountSent} coinType={coinType} />}
        amountReceived={<PricedAmount amount={amounts.amountReceived} coinType={coinType} />}
        quantityReceived={amounts.quantityReceived}
      />
    </>
  );
}

/** A line of the largest figures. */
const BALANCE_HEIGHT_PX = 62;
/** A line of text. */
const FIGURE_HEIGHT_PX = 24;

/** Balance and sums while they load: their labels take their space and are invisible. */
function AmountsSkeleton() {
  const figure = <Skeleton label="" shape="amount" rowHeightPx={FIGURE_HEIGHT_PX} />;
  return (
    <div className={styles.toCome}>
      <Purse hasPayouts>
        <Skeleton shape="amount" rowHeightPx={BALANCE_HEIGHT_PX} />
        <p className={styles.worth} />
        <div className={styles.ways} />
      </Purse>
      <div aria-hidden="true">
        <Figures amountSent={figure} amountReceived={figure} quantityReceived={figure} />
      </div>
    </div>
  );
}

type Figure = "amountSent" | "amountReceived" | "quantityReceived";

/** What an account has sent and received, beside each other. */
function Figures(values: Readonly<Record<Figure, ReactNode>>) {
  const { t } = useTranslation();
  return (
    <Section>
      <dl className={styles.figures}>
        <div className={styles.figure}>
          <dt>{t("envelope:user.amountSent")}</dt>
          <dd>{values.amountSent}</dd>
        </div>
        <div className={styles.figure}>
          <dt>{t("envelope:user.amountReceived")}</dt>
          <dd>{values.amountReceived}</dd>
        </div>
        <div className={styles.figure}>
          <dt>{t("envelope:user.quantityReceived")}</dt>
          <dd>{values.quantityReceived}</dd>
        </div>
      </dl>
    </Section>
  );
}

interface PurseProps {
  /** Whether it can be withdrawn. */
  hasPayouts: boolean;
  children: ReactNode;
}

/** The balance on the letter in an envelope. */
function Purse({ hasPayouts, children }: PurseProps) {
  const { t } = useTranslation();
  return (
    <section className={styles.purse}>
      <div className={styles.letter} data-ground="paper">
        <h2 className={styles.title}>{t("envelope:user.balance")}</h2>
        {children}
      </div>
      <div className={styles.pocket} data-ground="stage">
        <svg className={styles.edge} viewBox="0 0 100 20" preserveAspectRatio="none" aria-hidden="true">
          <path d="M0 0Q50 36 100 0V20H0Z" />
          <path data-part="hem" d="M0 0Q50 36 100 0" />
        </svg>
        <p className={styles.note}>
          {joinSentences(t("envelope:user.balanceHint"), hasPayouts && t("envelope:user.withdrawHint"))}
        </p>
      </div>
    </section>
  );
}
