import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";

import type { CoinType } from "#domain/coins.ts";
import type { FailureText } from "#machines/kit/failureText.ts";
import type { ViewAction } from "#machines/kit/viewAction.ts";
import { HeroAmount } from "#src/components/amount/HeroAmount.tsx";
import { LoadFailure } from "#src/components/shell/LoadFailure.tsx";
import { MainAction } from "#src/components/shell/MainAction.tsx";
import { Screen } from "#src/components/shell/Screen.tsx";
import { isMissing } from "#src/components/shell/isMissing.ts";
import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { Empty } from "#src/components/ui/Empty.tsx";
import { Paper } from "#src/components/ui/Paper.tsx";
import { Skeleton } from "#src/components/shell/Skeleton.tsx";
import { useFailureText } from "#src/hooks/useFailureText.ts";
import { HOME_PATH } from "#src/routes/paths.ts";

import styles from "./StateScreen.module.css";

interface StateScreenProps {
  children: ReactNode;
  /** Where one goes on from here. */
  next?: { to: string; labelKey: string };
}

/** The frame of the page, with its one way on. */
export function StateScreen({ children, next }: StateScreenProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Screen
      title={t("envelope:outcome.title")}
      back="/homePage"
      footer={
        next !== undefined && (
          <MainAction
            actions={[{ event: { type: "ui.next" }, labelKey: next.labelKey, enabled: true }]}
            type="ui.next"
            send={() => void navigate(next.to)}
          />
        )
      }
    >
      {children}
    </Screen>
  );
}

interface StateUnreadProps {
  /** Offers `ui.retry` once the first reading failed; null before the first paint. */
  flow: {
    view: FailureText & { actions: readonly ViewAction<{ type: string }>[] };
    send: (event: { type: "ui.retry" }) => void;
  } | null;
}

/** What the address names is not known: not yet, not now, or it does not exist. */
export function StateUnread({ flow }: StateUnreadProps) {
  const hasFailed = flow?.view.actions.some(({ event }) => event.type === "ui.retry") === true;
  if (hasFailed && isMissing(flow.view.failureKey)) return <StateMissing />;
  return (
    <StateScreen>{hasFailed ? <LoadFailure failure={flow.view} send={flow.send} /> : <StateSkeleton />}</StateScreen>
  );
}

/** The address names nothing that this person may see: a retry would not help. */
export function StateMissing() {
  const { t } = useTranslation();
  return (
    <StateScreen>
      <Empty
        isPage
        title={t("app:error.notFound")}
        text={t("app:error.notFoundText")}
        action={<ButtonLink to={HOME_PATH}>{t("app:error.home")}</ButtonLink>}
      />
    </StateScreen>
  );
}

/** A seal, its title and a receipt before they are known, in the measures of what comes. */
function StateSkeleton() {
  return (
    <div className={styles.state}>
      <span className={styles.seal} aria-hidden="true" />
      <span className={styles.title} aria-hidden="true" />
      <Skeleton shape="cards" rows={1} rowHeightPx={264} />
    </div>
  );
}

interface StateReceiptProps {
  /** Whole-coin decimal text; null is not for this reader. */
  amount: string | null;
  coinType: CoinType;
  /** Below the amount: what is special, or how far it is. */
  children?: ReactNode;
  /** Rows of a `dl`. */
  rows: ReactNode;
}

/** What it is about, as a receipt: the amount, what it is worth, and the facts. */
export function StateReceipt({ amount, coinType, children, rows }: StateReceiptProps) {
  return (
    <Paper isScalloped>
      {amount !== null && (
        <div className={styles.amount}>
          <HeroAmount amount={amount} coinType={coinType} />
        </div>
      )}
      {children}
      <dl>{rows}</dl>
    </Paper>
  );
}

/** Why what is shown may be old; nothing while it is new. */
export function StateProblem({ failure }: { failure: FailureText }) {
  const text = useFailureText()(failure);
  if (text === undefined) return null;
  return (
    <p role="alert" className={styles.problem}>
      {text}
    </p>
  );
}
