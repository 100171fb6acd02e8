import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router-dom";

import type { components } from "#contract/schema.d.ts";
import type { PagedListEvent } from "#machines/kit/pagedList/pagedList.machine.ts";
import type { PagedListView } from "#machines/kit/pagedList/pagedList.view.ts";
import { viewEnvelope } from "#machines/lifecycle/envelope/envelope.view.ts";
import { isSentByMe } from "#machines/lifecycle/envelope/isSentByMe.ts";
import type { ListView } from "#src/adapters/actors/pagedList.ts";
import { envelopeClaims } from "#src/adapters/actors/records.ts";
import { ClaimCells } from "#src/components/envelope/ClaimCells.tsx";
import { CloseEnvelope } from "#src/components/envelope/CloseEnvelope.tsx";
import { PictureButton } from "#src/components/envelope/PictureButton.tsx";
import { ShareButton } from "#src/components/envelope/ShareButton.tsx";
import { ThankSigns } from "#src/components/envelope/ThankSigns.tsx";
import { Life } from "#src/components/shell/Life.tsx";
import { ListFooter } from "#src/components/shell/ListBody.tsx";
import { LoadFailure } from "#src/components/shell/LoadFailure.tsx";
import { Screen } from "#src/components/shell/Screen.tsx";
import { lazyPart } from "#src/components/shell/lazyPart.tsx";
import { isMissing } from "#src/components/shell/isMissing.ts";
import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { Empty } from "#src/components/ui/Empty.tsx";
import { IconButton } from "#src/components/ui/IconButton.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { Skeleton } from "#src/components/shell/Skeleton.tsx";
import { useFailureText } from "#src/hooks/useFailureText.ts";
import { useIsCoinOpen } from "#src/hooks/useSystemInfo.ts";
import { useList } from "#src/hooks/useList.ts";
import { buildAgainPath, buildOrderPath, buildReturnPath } from "#src/routes/links.ts";

import { EnvelopeFacts, EnvelopeHead, EnvelopeReceipt, findOwnClaim } from "./EnvelopeReceipt.tsx";
import { FairnessCheck } from "./FairnessCheck.tsx";
import styles from "./SendRecordDetails.module.css";

const { Part: DrawProof } = lazyPart(
  async () => (await import("#src/components/envelope/DrawProof.tsx")).DrawProof,
  () => null,
);

/** `/sendRecordDetails?envelopeId=`: an envelope, its claims, and the check of its draw. */
export function SendRecordDetails() {
  const [search] = useSearchParams();
  const envelopeId = search.get("envelopeId") ?? "";
  return envelopeId === "" ? <NoDetails /> : <Details key={envelopeId} envelopeId={envelopeId} />;
}

/** Without an id there is nothing to ask for. */
function NoDetails() {
  const { t } = useTranslation();
  return (
    <Screen title={t("envelope:details.title")} back="/homePage">
      <NoEnvelope />
    </Screen>
  );
}

function Details({ envelopeId }: { envelopeId: string }) {
  const { t } = useTranslation();
  const getFailureText = useFailureText();
  const list = useList(envelopeClaims, { envelopeId });
  const envelope = list?.view.extra.envelope;
  const own = findOwnClaim(list?.view.items ?? []);
  const refresh = () => list?.send({ type: "ui.refresh" });
  const isKnown = list !== null && envelope !== undefined;
  return (
    <Screen
      title={t("envelope:details.title")}
      back="/homePage"
      headerAfter={isKnown ? <RefreshButton view={list.view} send={list.send} /> : undefined}
      footer={isKnown ? <DetailsAction envelope={envelope} won={own?.claim.amount ?? null} /> : undefined}
    >
      {isKnown ? (
        <>
          <EnvelopeHead envelope={envelope} />
          <EnvelopeReceipt envelope={envelope} own={own} />
          {list.view.failureKey !== null && <p role="alert">{getFailureText(list.view)}</p>}
          {own !== null && envelope.life === undefined && (
            <ThankSigns envelopeId={envelopeId} saved={own.claim.reaction} onChange={refresh} />
          )}
          {envelope.openedAt !== null && <EnvelopeClaims view={list.view} send={list.send} />}
          <CloseEnvelope
            envelope={envelope}
            onChange={() => {
              refresh();
              // What became of it stands at the head.
              window.scrollTo(0, 0);
            }}
          />
          <Life
            chart="envelope"
            coinType={envelope.coinType}
            life={envelope.life}
            isEndedEarly={envelope.isEndedBySender}
          />
          <EnvelopeFacts envelope={envelope} />
          {/* Equal shares are not drawn. */}
          {envelope.commitment !== null && envelope.type === "luckyDraw" && (
            <FairnessCheck key={envelope.status} {...envelope} commitment={envelope.commitment} />
          )}
          {envelope.drawRule === "together" && (
            <Suspense>
              <DrawProof key={envelope.status} envelopeId={envelopeId} count={envelope.count} hasPapers />
            </Suspense>
          )}
        </>
      ) : list?.view.status !== "failed" ? (
        <DetailsSkeleton />
      ) : isMissing(list.view.failureKey) ? (
        <NoEnvelope />
      ) : (
        <LoadFailure failure={list.view} send={list.send} />
      )}
    </Screen>
  );
}

interface DetailsActionProps {
  envelope: components["schemas"]["Envelope"];
  /** What the user got of it, a whole-coin decimal string; null without a share. */
  won: string | null;
}

/**
 * The one thing to do with an envelope: its sender shares it, goes on paying, or sends the same again once it has
 * ended; a person without a share claims; a
 * winner sends one in return.
 */
function DetailsAction({ envelope, won }: DetailsActionProps) {
  const { t } = useTranslation();
  const isCoinOpen = useIsCoinOpen(envelope.coinType);
  const { isClaimable, isPayable } = viewEnvelope({ value: envelope.status });
  const isSender = isSentByMe(envelope);
  const isStranger = envelope.count === null;
  if (isSender && isClaimable) {
    return (
      <>
        <ShareButton envelopeId={envelope.envelopeId} isMain />
        <PictureButton envelope={envelope} />
      </>
    );
  }
  if (isSender && isPayable) {
    return <ButtonLink to={buildOrderPath(envelope.envelopeId)}>{t("envelope:send.resume")}</ButtonLink>;
  }
  if (isSender && isCoinOpen) {
    return <ButtonLink to={buildAgainPath(envelope)}>{t("envelope:send.again")}</ButtonLink>;
  }
  if (isStranger && isClaimable) {
    return <ButtonLink to={`/getPacket?envelopeId=${envelope.envelopeId}`}>{t("envelope:claim.title")}</ButtonLink>;
  }
  if (won !== null && !isSender && isCoinOpen) {
    return <ButtonLink to={buildReturnPath({ ...envelope, amount: won })}>{t("envelope:claim.sendBack")}</ButtonLink>;
  }
  return null;
}

interface EnvelopeClaimsProps {
  view: ListView<"claimDetail">;
  send: (event: PagedListEvent) => void;
}

/** Who claimed, the latest first. */
function EnvelopeClaims({ view, send }: EnvelopeClaimsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Section title={t("envelope:claims.title")}>
        {view.items.length === 0 ? <Empty title={t("envelope:claims.none")} /> : <ClaimCells claims={view.items} />}
      </Section>
      <ListFooter view={view} send={send} />
    </>
  );
}

interface RefreshButtonProps {
  view: Pick<PagedListView, "actions" | "isRefreshing">;
  send: (event: PagedListEvent) => void;
}

/** Reads everything on the screen again; what is shown stays meanwhile. */
function RefreshButton({ view, send }: RefreshButtonProps) {
  const { t } = useTranslation();
  const action = view.actions.find(({ event }) => event.type === "ui.refresh");
  if (action === undefined) return null;
  return (
    <IconButton
      icon="refresh"
      label={t(action.labelKey)}
      disabled={!action.enabled}
      aria-busy={view.isRefreshing || undefined}
      onClick={() => send(action.event)}
    />
  );
}

/** There is no such envelope: a retry would not help. */
function NoEnvelope() {
  const { t } = useTranslation();
  return (
    <Empty
      title={t("envelope:details.notFound")}
      text={t("envelope:details.notFoundText")}
      action={<ButtonLink to="/sendRecord">{t("envelope:details.records")}</ButtonLink>}
    />
  );
}

/** An envelope before it is known, in the measures of what comes. */
function DetailsSkeleton() {
  return (
    <>
      <div className={styles.head} aria-hidden="true">
        <span className={styles.envelope} />
        <span className={styles.line} />
        <span className={styles.line} />
        <span className={styles.line} />
      </div>
      <span className={styles.paper} aria-hidden="true" />
      <div className={styles.claims}>
        <Skeleton rows={3} rowHeightPx={68} />
      </div>
    </>
  );
}
