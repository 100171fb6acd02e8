import { Suspense, useEffect, useEffectEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router-dom";

import { COIN_TYPES, type CoinType } from "#domain/coins.ts";
import { chooseCoin } from "#domain/money/holdings.ts";
import type { WithdrawalEvent } from "#machines/withdrawal/withdrawal.machine.ts";
import type { WithdrawalState, WithdrawalView } from "#machines/withdrawal/withdrawal.view.ts";
import type { FlowProps } from "#src/adapters/actors/flow.ts";
import { withdrawalFlow } from "#src/adapters/actors/withdrawal.ts";
import { SecurityCodePrompt } from "#src/components/account/SecurityCodePrompt.tsx";
import { lazyPart } from "#src/components/shell/lazyPart.tsx";
import { LoadFailure } from "#src/components/shell/LoadFailure.tsx";
import { Screen } from "#src/components/shell/Screen.tsx";
import { Skeleton } from "#src/components/shell/Skeleton.tsx";
import { useBalanceReturn } from "#src/hooks/useHubReturn.ts";
import { useCoinChoice } from "#src/hooks/useCoinChoice.ts";
import { useConfirmClose } from "#src/hooks/useConfirmClose.ts";
import { useFlow } from "#src/hooks/useFlow.ts";
import { useHeldAccounts } from "#src/hooks/useHoldings.ts";
import { useHasPayouts, useSystemInfo } from "#src/hooks/useSystemInfo.ts";

import { WithdrawActions } from "./WithdrawActions.tsx";
import { WithdrawForm } from "./WithdrawForm.tsx";

/** Only coins that nothing pays out need it. */
const { Part: WithdrawClosed } = lazyPart(async () => (await import("./PastWithdrawals.tsx")).WithdrawClosed);

/** Most of a visit goes to the form, which needs none of it; the form loads it ahead. */
const { Part: WithdrawSteps, preload: preloadSteps } = lazyPart(
  async () => (await import("./WithdrawSteps.tsx")).WithdrawSteps,
);

/**
 * `/withdraw?coinType=`: from the balance to the proven wallet; without a known coin of what is worth most.
 * `&payoutId=` follows a withdrawal on.
 */
export function Withdraw() {
  const [coinType, choose] = useCoinChoice();
  const { view } = useSystemInfo();
  const open = view.value?.coins.map((coin) => coin.coinType) ?? (view.status === "failed" ? COIN_TYPES : null);
  if (coinType !== null) return <CoinWithdrawal key={coinType} coinType={coinType} />;
  return (
    <>
      {open !== null && <RichestCoin offered={open.length === 0 ? COIN_TYPES : open} onFind={choose} />}
      <WithdrawSkeleton />
    </>
  );
}

interface RichestCoinProps {
  offered: readonly CoinType[];
  onFind: (coinType: CoinType) => void;
}

/** Draws nothing. Chooses a coin among the offered ones and those the person has or had; the first, where the balances cannot be read. */
function RichestCoin({ offered, onFind }: RichestCoinProps) {
  const accounts = useHeldAccounts();
  const own = accounts?.map(({ coinType }) => coinType) ?? [];
  const found = accounts === null ? null : chooseCoin(null, accounts, [...offered, ...own]);
  const tell = useEffectEvent(onFind);
  useEffect(() => {
    if (found !== null) tell(found);
  }, [found]);
  return null;
}

function CoinWithdrawal({ coinType }: { coinType: CoinType }) {
  const [search] = useSearchParams();
  const flow = useFlow(withdrawalFlow, {
    input: { coinType, payoutId: search.get("payoutId") || null },
    open: { type: "ui.open" },
  });
  useConfirmClose(flow?.view.hasUnsavedInput === true);
  if (flow === null) return <WithdrawSkeleton />;
  return (
    <>
      <WithdrawView {...flow} />
      <SecurityCodePrompt actor={flow.actor} />
    </>
  );
}

/** Where the way back leads a step back within the page. */
const STEPS_BACK: Readonly<Partial<Record<WithdrawalState, WithdrawalEvent["type"]>>> = {
  quoting: "ui.edit",
  reviewingQuote: "ui.edit",
  codeMissing: "ui.back",
  blocked: "ui.back",
};

/** Where a coin that nothing pays out has nothing to offer. */
const NOT_BEGUN: ReadonlySet<WithdrawalState> = new Set<WithdrawalState>(["unbound", "proving", "editing"]);

function WithdrawView({ view, send }: FlowProps<"withdrawal", WithdrawalView>) {
  const hasPayouts = useHasPayouts(view.coinType);
  if (view.state === "idle" || view.state === "loading") return <WithdrawSkeleton />;
  const isClosed = !hasPayouts && NOT_BEGUN.has(view.state);
  const back = view.actions.find(({ event }) => event.type === STEPS_BACK[view.state]);
  return (
    <Suspense fallback={<WithdrawSkeleton />}>
      <WithdrawScreen
        footer={isClosed ? undefined : <WithdrawActions view={view} send={send} />}
        onStepBack={back && (() => send(back.event))}
      >
        {isClosed ? <WithdrawClosed view={view} /> : <WithdrawBody view={view} send={send} />}
      </WithdrawScreen>
    </Suspense>
  );
}

/** The form, also while its first quote is asked for, or the step that the withdrawal is at. */
function WithdrawBody({ view, send }: FlowProps<"withdrawal", WithdrawalView>) {
  const { t } = useTranslation();
  const isForm = view.state === "editing" || (view.state === "quoting" && view.quote === null);
  useEffect(() => {
    if (isForm) void preloadSteps();
  }, [isForm]);
  if (view.state === "failed") return <LoadFailure title={t(view.titleKey)} failure={view} send={send} />;
  const Shown = isForm ? WithdrawForm : WithdrawSteps;
  return <Shown view={view} send={send} />;
}

interface WithdrawScreenProps {
  children: ReactNode;
  footer?: ReactNode;
  /** A step back within the page; absent: to the page before. */
  onStepBack?: () => void;
}

/** The frame of the page. */
function WithdrawScreen({ children, footer, onStepBack }: WithdrawScreenProps) {
  const { t } = useTranslation();
  const goBack = useBalanceReturn();
  return (
    <Screen title={t("withdraw:title")} onBack={onStepBack ?? goBack} footer={footer}>
      {children}
    </Screen>
  );
}

/** The page before the balance is known: as high as the form. */
function WithdrawSkeleton() {
  return (
    <WithdrawScreen>
      <Skeleton rows={1} rowHeightPx={224} />
    </WithdrawScreen>
  );
}
