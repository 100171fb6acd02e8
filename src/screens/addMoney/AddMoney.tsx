import { Suspense, useEffect, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { COINS, type CoinType } from "#domain/coins.ts";
import { depositInfoFlow } from "#src/adapters/actors/depositInfo.ts";
import { Amount } from "#src/components/amount/Amount.tsx";
import { CoinLabel } from "#src/components/amount/CoinLabel.tsx";
import { RichestCoin } from "#src/components/amount/RichestCoin.tsx";
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
import { useSystemInfo } from "#src/hooks/useSystemInfo.ts";
import { buildBalancePath } from "#src/routes/links.ts";

import { Arrivals, useArrivals } from "./Arrivals.tsx";
import { DepositTerms } from "./DepositTerms.tsx";
import type { PayInProps } from "./PayIn.tsx";

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
  const open = view.value?.coins.map(({ coinType }) => coinType) ?? null;
  const coinType = open?.find((candidate) => candidate === chosen);
  const goBack = useBalanceReturn();
  return (
    <Screen title={t("withdraw:add.title")} onBack={goBack}>
      {view.status === "failed" && <LoadFailure failure={view} send={send} />}
      {open !== null && open.length > 1 && (
        <Segmented
          label={t("withdraw:add.coin")}
          value={coinType ?? null}
          options={open.map((value) => ({ value, label: <CoinLabel coinType={value} /> }))}
          onChange={choose}
        />
      )}
      {open?.length === 0 && <Empty title={t("withdraw:add.noCoin")} />}
      {coinType !== undefined && <Deposit key={coinType} coinType={coinType} />}
      {open !== null && open.length > 0 && coinType === undefined && (
        <>
          <RichestCoin offered={open} onFind={choose} />
          {TERMS_TO_COME}
        </>
      )}
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
