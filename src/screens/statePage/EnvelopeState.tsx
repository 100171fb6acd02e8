import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import type { EnvelopeState as Value } from "#machines/app/flows.ts";
import type { FailureText } from "#machines/kit/failureText.ts";
import { viewEnvelope } from "#machines/lifecycle/envelope/envelope.view.ts";
import { isSentByMe } from "#machines/lifecycle/envelope/isSentByMe.ts";
import { envelopeStateFlow } from "#src/adapters/actors/resources.ts";
import { CloseEnvelope } from "#src/components/envelope/CloseEnvelope.tsx";
import { LuckBadge } from "#src/components/envelope/LuckBadge.tsx";
import { ThankSigns } from "#src/components/envelope/ThankSigns.tsx";
import { findNoteKey, nameKind } from "#src/components/envelope/envelopeTexts.ts";
import type { OutcomeLook } from "#src/components/ui/Outcome.tsx";
import { Progress } from "#src/components/ui/Progress.tsx";
import { ReceiptRow } from "#src/components/ui/ReceiptRow.tsx";
import { formatTime } from "#src/format/formatTime.ts";
import { useFlow } from "#src/hooks/useFlow.ts";
import { buildDetailsPath } from "#src/routes/links.ts";

import styles from "./StateScreen.module.css";
import { StateOutcome, StateScreen, StateUnread } from "./StateScreen.tsx";

type Envelope = components["schemas"]["Envelope"];

const LOOKS: Readonly<Record<Envelope["status"], OutcomeLook>> = {
  draft: { icon: "edit", tone: "plain" },
  awaitingPayment: { icon: "clock", tone: "plain" },
  open: { icon: "gift", tone: "gold" },
  finished: { icon: "check", tone: "gold" },
  expired: { icon: "clock", tone: "plain" },
  refunded: { icon: "refresh", tone: "plain" },
  cancelled: { icon: "cross", tone: "plain" },
};

/** An envelope, followed until it ends: what the reader got of it, else how far it is. */
export function EnvelopeState({ envelopeId }: { envelopeId: string }) {
  const flow = useFlow(envelopeStateFlow, { input: { params: { envelopeId } }, open: { type: "resource.load" } });
  const value = flow?.view.value ?? null;
  if (flow === null || value === null) {
    return <StateUnread flow={flow} />;
  }
  const { envelope, claim } = value;
  const refresh = () => flow.send({ type: "ui.refresh" });
  return (
    <StateScreen next={findNext(value)}>
      {claim === null ? (
        <EnvelopeOutcome envelope={envelope} failure={flow.view} />
      ) : (
        <ClaimOutcome envelope={envelope} claim={claim} failure={flow.view} />
      )}
      {claim !== null && envelope.life === undefined && (
        <ThankSigns envelopeId={envelopeId} saved={claim.reaction} onChange={refresh} />
      )}
      <CloseEnvelope envelope={envelope} onChange={refresh} />
    </StateScreen>
  );
}

/** A stranger may claim, a sender go on paying; everybody else sees more in the details. */
function findNext({ envelope, claim }: Value): { to: string; labelKey: string } {
  const { isClaimable, isPayable } = viewEnvelope({ value: envelope.status });
  const isSender = isSentByMe(envelope);
  const query = `?envelopeId=${encodeURIComponent(envelope.envelopeId)}`;
  if (isSender && isPayable) return { to: `/sendPacket${query}`, labelKey: "envelope:send.resume" };
  if (!isSender && claim === null && isClaimable) return { to: `/getPacket${query}`, labelKey: "envelope:claim.title" };
  return { to: buildDetailsPath(envelope), labelKey: "envelope:claim.seeDetails" };
}

interface EnvelopeOutcomeProps {
  envelope: Envelope;
  failure: FailureText;
}

/** How a claim ended. */
function ClaimOutcome({ envelope, claim, failure }: EnvelopeOutcomeProps & { claim: Value["claim"] & object }) {
  const { t } = useTranslation();
  return (
    <StateOutcome
      {...tellEnvelope(envelope, failure)}
      icon="gift"
      tone="gold"
      title={t("envelope:details.got")}
      text={t("envelope:claim.credited")}
      amount={claim.amount}
    >
      {claim.bestLuck && (
        <p className={styles.line}>
          <LuckBadge />
        </p>
      )}
      <EnvelopeProgress envelope={envelope} />
    </StateOutcome>
  );
}

/** How far an envelope is. */
function EnvelopeOutcome({ envelope, failure }: EnvelopeOutcomeProps) {
  const { t } = useTranslation();
  const { status, totalAmount } = envelope;
  const isSender = isSentByMe(envelope);
  const title =
    status === "open"
      ? t(isSender ? "envelope:send.state.live" : "envelope:claim.state.notReceived")
      : t(
          status === "finished"
            ? "envelope:recordStatus.received"
            : `envelope:status.${envelope.isEndedBySender ? "ended" : status}`,
        );
  return (
    <StateOutcome
      {...tellEnvelope(envelope, failure)}
      {...LOOKS[status]}
      isWaiting={status === "open"}
      title={title}
      text={status === "open" ? undefined : t(findNoteKey(envelope, isSender))}
      amount={totalAmount}
    >
      <EnvelopeProgress envelope={envelope} />
    </StateOutcome>
  );
}

/** What is shown of an envelope in either case. */
function tellEnvelope(envelope: Envelope, failure: FailureText) {
  const { coinType, life, isEndedBySender } = envelope;
  const rows = <EnvelopeRows envelope={envelope} />;
  return { chart: "envelope", coinType, life, isEndedEarly: isEndedBySender, rows, failure } as const;
}

/** How much is claimed; to strangers only what is left. */
function EnvelopeProgress({ envelope }: { envelope: Envelope }) {
  const { t } = useTranslation();
  const { count, receivedQuantity, remainingCount } = envelope;
  if (count === null)
    return <p className={styles.line}>{t("envelope:details.sharesLeft", { count: remainingCount })}</p>;
  if (envelope.openedAt === null) return null;
  const received = receivedQuantity ?? 0;
  return <Progress value={received} max={count} label={t("envelope:claim.progress", { received, count })} />;
}

function EnvelopeRows({ envelope }: { envelope: Envelope }) {
  const { t, i18n } = useTranslation();
  return (
    <>
      <ReceiptRow label={t("envelope:send.type")}>{nameKind(t, envelope)}</ReceiptRow>
      <ReceiptRow label={t("envelope:details.created")}>{formatTime(envelope.createdAt, i18n.language)}</ReceiptRow>
    </>
  );
}
