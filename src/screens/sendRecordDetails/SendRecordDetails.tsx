import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router-dom";

import { CloseEnvelope } from "#src/components/envelope/CloseEnvelope.tsx";
import { ThankSigns } from "#src/components/envelope/ThankSigns.tsx";
import { isMissing } from "#src/components/shell/isMissing.ts";
import { Life } from "#src/components/shell/Life.tsx";
import { LoadFailure } from "#src/components/shell/LoadFailure.tsx";
import { Screen } from "#src/components/shell/Screen.tsx";
import { envelopeClaims } from "#src/adapters/actors/records.ts";
import { useGoBack } from "#src/hooks/useGoBack.ts";
import { useList } from "#src/hooks/useList.ts";
import { useFailureText } from "#src/hooks/useFailureText.ts";

import { DetailsAction } from "./DetailsAction.tsx";
import { DetailsSkeleton } from "./DetailsSkeleton.tsx";
import { EnvelopeClaims } from "./EnvelopeClaims.tsx";
import { EnvelopeFacts } from "./EnvelopeFacts.tsx";
import { EnvelopeHead } from "./EnvelopeHead.tsx";
import { EnvelopeReceipt } from "./EnvelopeReceipt.tsx";
import { findOwnClaim } from "./findOwnClaim.ts";
import { FairnessCheck } from "./FairnessCheck.tsx";
import { NoEnvelope } from "./NoEnvelope.tsx";
import { RefreshButton } from "./RefreshButton.tsx";

/** `/sendRecordDetails?envelopeId=`: an envelope, its claims, and the check of its draw. */
export function SendRecordDetails() {
  const [search] = useSearchParams();
  const envelopeId = search.get("envelopeId") ?? "";
  return envelopeId === "" ? <NoDetails /> : <Details key={envelopeId} envelopeId={envelopeId} />;
}

/** Without an id there is nothing to ask for. */
function NoDetails() {
  const { t } = useTranslation();
  const goBack = useGoBack();
  return (
    <Screen title={t("envelope:details.title")} onBack={goBack} backLabel={t("app:back")}>
      <NoEnvelope />
    </Screen>
  );
}

function Details({ envelopeId }: { envelopeId: string }) {
  const { t } = useTranslation();
  const getFailureText = useFailureText();
  const goBack = useGoBack();
  const list = useList(envelopeClaims, { envelopeId });
  const envelope = list?.view.extra.envelope;
  const own = findOwnClaim(list?.view.items ?? []);
  const refresh = () => list?.send({ type: "ui.refresh" });
  const isKnown = list !== null && envelope !== undefined;
  return (
    <Screen
      title={t("envelope:details.title")}
      onBack={goBack}
      backLabel={t("app:back")}
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
          {envelope.closableAt !== undefined && (
            <CloseEnvelope
              envelopeId={envelopeId}
              coinType={envelope.coinType}
              closableAt={envelope.closableAt}
              remainingAmount={envelope.remainingAmount ?? "0"}
              onChange={() => {
                refresh();
                // What became of it stands at the head.
                window.scrollTo(0, 0);
              }}
            />
          )}
          <Life
            chart="envelope"
            coinType={envelope.coinType}
            life={envelope.life}
            isEndedEarly={envelope.isEndedBySender}
          />
          <EnvelopeFacts envelope={envelope} />
          {/* Equal shares are not drawn. */}
          {envelope.commitment !== null && envelope.type === "luckyDraw" && (
            <FairnessCheck key={envelope.status} envelopeId={envelopeId} commitment={envelope.commitment} />
          )}
        </>
      ) : list?.view.status !== "failed" ? (
        <DetailsSkeleton label={t("app:loading")} />
      ) : isMissing(list.view.failureKey) ? (
        <NoEnvelope />
      ) : (
        <LoadFailure failure={list.view} send={list.send} />
      )}
    </Screen>
  );
}
