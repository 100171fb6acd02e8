import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";

import type { FailureText } from "#machines/kit/failureText.ts";
import type { ViewAction } from "#machines/kit/viewAction.ts";
import { HeroAmount } from "#src/components/amount/HeroAmount.tsx";
import { Life, type LifeProps } from "#src/components/shell/Life.tsx";
import { LoadFailure } from "#src/components/shell/LoadFailure.tsx";
import { MainAction } from "#src/components/shell/MainAction.tsx";
import { Screen } from "#src/components/shell/Screen.tsx";
import { isMissing } from "#src/components/shell/isMissing.ts";
import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { Empty } from "#src/components/ui/Empty.tsx";
import { Outcome, type OutcomeProps } from "#src/components/ui/Outcome.tsx";
import { Paper } from "#src/components/ui/Paper.tsx";
import { Skeleton } from "#src/components/shell/Skeleton.tsx";
import { useFailureText } from "#src/hooks/useFailureText.ts";
import { HOME_PATH } from "#src/routes/paths.ts";

import styles from "./StateScreen.module.css";

interface StateScreenProps {
  children: ReactNode;
  /** Where one goes on from here. */
  next: { to: string; labelKey: string };
}

/** The page of what is known, with its one way on. */
export function StateScreen({ children, next }: StateScreenProps) {
  const navigate = useNavigate();
  return (
    <StateFrame
      footer={
        <MainAction
          actions={[{ event: { type: "ui.next" }, labelKey: next.labelKey, enabled: true }]}
          type="ui.next"
          send={() => void navigate(next.to)}
        />
      }
    >
      <div className={styles.middle}>{children}</div>
    </StateFrame>
  );
}

function StateFrame({ children, footer }: { children: ReactNode; footer?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Screen title={t("envelope:outcome.title")} back="/homePage" footer={footer}>
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
    <StateFrame>{hasFailed ? <LoadFailure failure={flow.view} send={flow.send} /> : <StateSkeleton />}</StateFrame>
  );
}

/** The address names nothing that this person may see: a retry would not help. */
export function StateMissing() {
  const { t } = useTranslation();
  return (
    <StateFrame>
      <Empty
        isPage
        title={t("app:error.notFound")}
        text={t("app:error.notFoundText")}
        action={<ButtonLink to={HOME_PATH}>{t("app:error.home")}</ButtonLink>}
      />
    </StateFrame>
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

interface StateOutcomeProps extends OutcomeProps, LifeProps {
  /** Whole-coin decimal text; null is not for this reader. */
  amount: string | null;
  /** Rows of a `dl`. */
  rows: ReactNode;
  /** Below the amount: what is special, or how far it is. */
  children?: ReactNode;
  failure: FailureText;
}

/** How it ended or how far it is, a receipt with the amount, what it is worth and the facts, and where the money is. */
export function StateOutcome(props: StateOutcomeProps) {
  const { amount, coinType, rows, children, chart, life, isEndedEarly, failure, ...outcome } = props;
  return (
    <Outcome {...outcome}>
      <Paper isScalloped>
        {amount !== null && (
          <div className={styles.amount}>
            <HeroAmount amount={amount} coinType={coinType} />
          </div>
        )}
        {children}
        <dl>{rows}</dl>
      </Paper>
      <Life chart={chart} coinType={coinType} life={life} isEndedEarly={isEndedEarly} />
      <StateProblem failure={failure} />
    </Outcome>
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
