import { type ComponentType, Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";

import { COINS } from "#domain/coins.ts";
import { formatAmountText } from "#domain/money/formatAmountText.ts";
import { PAYMENT_STEPS, type PaymentView as View } from "#machines/payment/payment.view.ts";
import type { FlowProps } from "#src/adapters/actors/flow.ts";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { lazyPart } from "#src/components/shell/lazyPart.tsx";
import { MainAction } from "#src/components/shell/MainAction.tsx";
import { Screen } from "#src/components/shell/Screen.tsx";
import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { Empty } from "#src/components/ui/Empty.tsx";
import { Icon, type IconName } from "#src/components/ui/Icon.tsx";
import { Skeleton } from "#src/components/shell/Skeleton.tsx";
import type { StartedChild } from "#src/hooks/useChild.ts";

import { OrderChoice } from "./OrderChoice.tsx";
import type { CourseState } from "./PaymentCourse.tsx";
import { DomainCheck, OfflineNote, ReceiptSkeleton } from "./PageParts.tsx";
import styles from "./PaymentView.module.css";
import { WalletConnectionActions } from "./WalletControls.tsx";

/** Whoever chooses an order needs none of it; the page loads it ahead. */
const paymentCoursePart = lazyPart(async () => (await import("./PaymentCourse.tsx")).PaymentCourse);

/** Only a desktop needs it; the page loads it ahead. */
const phoneHandoffPart = lazyPart(async () => (await import("#src/components/shell/PhoneHandoff.tsx")).PhoneHandoff);

const { Part: PaymentCourse } = paymentCoursePart;
const { Part: PhoneHandoff } = phoneHandoffPart;

/** From here on nothing is signed on this page. */
const SENT_STATES: ReadonlySet<View["state"]> = new Set(["submitted", "confirmingOnChain", "success"]);

interface PaymentViewProps extends FlowProps<"payment", View> {
  connection: StartedChild<"walletConnection"> | null;
  /** Leads back to the order in the app. */
  onBack?: () => void;
}

/** A payment in the machine's present state, on the payment page or in the app. */
export function PaymentView({ connection, onBack, ...props }: PaymentViewProps) {
  const { t } = useTranslation();
  const { view } = props;
  return (
    <Screen
      title={t("wallet:payment.title")}
      onBack={onBack}
      footer={<PaymentActions {...props} connection={connection} />}
    >
      <PaymentSteps view={view} />
      {!view.isInApp && (view.domain.hasWarning || !SENT_STATES.has(view.state)) && (
        <DomainCheck domain={view.domain} />
      )}
      <OfflineNote />
      <PaymentBody {...props} connection={connection} />
    </Screen>
  );
}

interface PaymentBodyProps extends FlowProps<"payment", View> {
  connection: StartedChild<"walletConnection"> | null;
}

const SHOWN = {
  idle: ReceiptSkeleton,
  loading: ReceiptSkeleton,
  nothingToPay: NothingToPay,
  choosingOrder: OrderChoice,
  preparing: Preparing,
} satisfies Record<Exclude<View["state"], CourseState>, ComponentType<FlowProps<"payment", View>>>;

/** What the page shows at each state of the payment. */
function PaymentBody({ view, send, connection }: PaymentBodyProps) {
  useEffect(() => {
    for (const part of [phoneHandoffPart, paymentCoursePart]) void part.preload();
  }, []);
  const { state } = view;
  if (isBeforeCourse(state)) {
    const Shown = SHOWN[state];
    return <Shown view={view} send={send} />;
  }
  return (
    <Suspense fallback={<ReceiptSkeleton />}>
      <PaymentCourse view={view} state={state} connection={connection} />
    </Suspense>
  );
}

function isBeforeCourse(state: View["state"]): state is keyof typeof SHOWN {
  return state in SHOWN;
}

function NothingToPay({ view }: FlowProps<"payment", View>) {
  const { t } = useTranslation();
  return (
    <Empty
      title={t(view.titleKey)}
      text={t("wallet:payment.nothingText")}
      action={
        view.appUrl === null ? undefined : (
          <ButtonLink href={view.appUrl} variant="secondary" icon="linkOut">
            {t("wallet:payment.backToApp")}
          </ButtonLink>
        )
      }
    />
  );
}

function Preparing({ view }: FlowProps<"payment", View>) {
  const { t } = useTranslation();
  return <Skeleton label={t(view.titleKey)} rows={2} rowHeightPx={64} />;
}

const ICONS: Readonly<Record<View["step"], IconName>> = {
  order: "mail",
  wallet: "wallet",
  check: "eye",
  pay: "send",
  confirm: "shield",
};

/** The steps of the payment, with the present one by name. */
function PaymentSteps({ view }: { view: View }) {
  const { t } = useTranslation();
  const current = PAYMENT_STEPS.indexOf(view.step);
  const isOver = view.state === "success";
  return (
    <ol className={styles.steps} aria-label={t("wallet:payment.steps")}>
      {PAYMENT_STEPS.map((step, index) => {
        const isDone = index < current || isOver;
        const isCurrent = index === current;
        return (
          <li
            key={step}
            className={styles.step}
            data-state={isDone ? "done" : isCurrent ? "current" : "ahead"}
            aria-current={isCurrent ? "step" : undefined}
          >
            <span className={styles.disc}>
              <Icon name={isDone ? "check" : ICONS[step]} sizePx={18} />
              <span className={isCurrent ? undefined : "visually-hidden"}>{t(`wallet:payment.step.${step}`)}</span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}

interface PaymentActionsProps extends FlowProps<"payment", View> {
  connection: StartedChild<"walletConnection"> | null;
}

/** The controls of the page: the next step, and a way back. */
function PaymentActions({ view, send, connection }: PaymentActionsProps) {
  const { i18n } = useTranslation();
  const { actions, order, state, terms } = view;
  const isFollowing = actions.some(({ event }) => event.type === "ui.follow");
  if (state === "connecting") return connection === null ? null : <WalletConnectionActions {...connection} />;
  const amount = terms === null ? "" : `${formatAmountText(terms.amount, i18n.language)}\u00a0${terms.ticker}`;
  return (
    <>
      <MainAction actions={actions} type="ui.follow" send={send} />
      {isFollowing ? (
        <ActionButton actions={actions} type="ui.connect" send={send} variant="secondary" />
      ) : (
        <MainAction actions={actions} type="ui.connect" send={send} />
      )}
      {view.canMoveToPhone && order !== null && (
        <Suspense key={order.orderId}>
          <PhoneHandoff orderId={order.orderId} walletType={COINS[order.coinType].walletType} />
        </Suspense>
      )}
      <ActionButton actions={actions} type="ui.confirm" send={send} variant="secondary" />
      <MainAction
        actions={actions}
        type="ui.pay"
        send={send}
        labelKey="wallet:payment.pay"
        labelValues={{ amount }}
        isBusy={state === "checking"}
      />
      <MainAction actions={actions} type="ui.retry" send={send} />
      <ActionButton actions={actions} type="ui.continue" send={send} variant="secondary" />
      <ActionButton actions={actions} type="ui.back" send={send} variant="plain" />
    </>
  );
}
