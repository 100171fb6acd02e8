import { Suspense, useEffect, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { COINS, type CoinType } from "#domain/coins.ts";
import { chooseCoin, listHeldFirst } from "#domain/money/holdings.ts";
import { depositInfoFlow } from "#src/adapters/actors/depositInfo.ts";
import { Amount } from "#src/components/amount/Amount.tsx";
import { CoinLabel } from "#src/components/amount/CoinLabel.tsx";
import { lazyPart } from "#src/components/shell/lazyPart.tsx";
import { LoadFailure } from "#src/components/shell/LoadFailure.tsx";
import { MainLink } from "#src/components/shell/MainAction.tsx";
import { Screen } from "#src/components/shell/Screen.tsx";
import { Empty } from "#src/components/ui/Empty.tsx";
import { Outcome } from "#src/components/ui/Outcome.tsx";
import { Segmented } from "#src/components/ui/Segmented.tsx";
import { Skeleton } from "#src/components/shell/Skeleton.tsx";
import { useBalanceReturn } from "#src/hooks/useHubReturn.ts";
import { useCoinChoice } from "#src/hooks/useCoinChoice.ts";
import { useFlow } from "#src/hooks/useFlow.ts";
import { useApp } from "#src/hooks/useApp.ts";
import { useHeldAccounts } from "#src/hooks/useHoldings.ts";
import { useSystemInfo } from "#src/hooks/useSystemInfo.ts";
import { buildBalancePath } from "#src/routes/links.ts";
import { DepositTerms } from "./DepositTerms.tsx";
import type { PayInProps } from "./PayIn.tsx";
import { arrivals } from "#src/adapters/actors/records.ts";
import { MovementRow } from "#src/components/amount/MovementRow.tsx";
import { ListBody } from "#src/components/shell/ListBody.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { formatTime } from "#src/format/formatTime.ts";
import { useList } from "#src/hooks/useList.ts";

function TermsAlone({ arrived, children }: PayInProps): ReactNode {
  return arrived ?? children;
}

/** The terms are whole without it. */
export const payInPart = lazyPart<PayInProps>(() =>
  import("./PayIn.tsx").then(
    ({ PayIn }) => PayIn,
    () => TermsAlone,
  ),
);

/** As high as the code and what stands below it. */
const TERMS_TO_COME = <Skeleton shape="cards" rows={1} rowHeightPx={480} />;

/** `/addMoney?coinType=`: where money of a coin is sent, by which it is known whose it is, and its arrival. */
export function AddMoney() {
  const { t } = useTranslation();
  const { view, send } = useSystemInfo();
  const [chosen, choose] = useCoinChoice();
  const accounts = useHeldAccounts();
  const open = view.value?.coins.map(({ coinType }) => coinType) ?? null;
  const known = open?.find((candidate) => candidate === chosen) ?? null;
  const coinType = known ?? (accounts !== null && open !== null ? chooseCoin(null, accounts, open) : null);
  const goBack = useBalanceReturn();
  return (
    <Screen title={t("withdraw:add.title")} onBack={goBack}>
      {view.status === "failed" && <LoadFailure failure={view} send={send} />}
      {open !== null && open.length > 1 && (
        <Segmented
          label={t("withdraw:add.coin")}
          value={coinType}
          isToCome={accounts === null}
          options={listHeldFirst(open, accounts ?? []).map((value) => ({
            value,
            label: <CoinLabel coinType={value} />,
          }))}
          onChange={choose}
        />
      )}
      {open?.length === 0 && <Empty title={t("withdraw:add.noCoin")} />}
      {coinType !== null && <Deposit key={coinType} coinType={coinType} />}
      {open !== null && open.length > 0 && coinType === null && TERMS_TO_COME}
    </Screen>
  );
}

function Deposit({ coinType }: { coinType: CoinType }) {
  const flow = useFlow(depositInfoFlow, {
    flowKey: coinType,
    input: { params: { coinType } },
    open: { type: "resource.load" },
  });
  const { list, news } = useArrivals(coinType);
  const info = flow?.view.value ?? null;
  if (flow?.view.status === "failed") {
    return <LoadFailure failure={flow.view} send={flow.send} />;
  }
  if (info === null) return TERMS_TO_COME;
  const terms = <DepositTerms info={info} />;
  const arrived = news === null ? null : <Arrived coinType={coinType} amount={news.amount} />;
  return (
    <>
      {info.reference !== null && COINS[info.coinType].isReferenceTyped ? (
        <Suspense fallback={arrived ?? terms}>
          <payInPart.Part info={info} arrived={arrived}>
            {terms}
          </payInPart.Part>
        </Suspense>
      ) : (
        (arrived ?? terms)
      )}
      <Arrivals list={list} />
    </>
  );
}

/** What came while the page was open, and the way on. */
function Arrived({ coinType, amount }: { coinType: CoinType; amount: string }) {
  const { t } = useTranslation();
  const { messenger } = useApp();
  useEffect(() => messenger.vibrate("success"), [messenger]);
  return (
    <>
      <Outcome icon="check" tone="gold" title={t("withdraw:add.arrived")}>
        <p>
          <Amount amount={amount} coinType={coinType} size="large" isSigned />
        </p>
      </Outcome>
      <MainLink to={buildBalancePath(coinType)}>{t("withdraw:add.seeBalance")}</MainLink>
    </>
  );
}

/** The newest ones are enough to see that one's own has come. */
const MOST = 3;

/** What has arrived of a coin, and what of it came since the page was opened. */
function useArrivals(coinType: CoinType) {
  const list = useList(arrivals, { coinType });
  const isRead = list !== null && list.view.status !== "loading" && list.view.status !== "failed";
  const arrived = (list?.view.items ?? []).filter(({ kind }) => kind === "deposit");
  const [former, setFormer] = useState<ReadonlySet<string> | null>(null);
  if (isRead && former === null) setFormer(new Set(arrived.map(({ movementId }) => movementId)));
  const news = arrived.find(({ movementId }) => former?.has(movementId) === false) ?? null;
  return { list, news };
}

/** What has arrived of a coin, as it comes. */
function Arrivals({ list }: Pick<ReturnType<typeof useArrivals>, "list">) {
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
