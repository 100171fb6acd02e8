import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router-dom";

import type { components } from "#contract/schema.d.ts";
import { viewEnvelope } from "#machines/lifecycle/envelope/envelope.view.ts";
import { ActionButton } from "#src/components/ActionButton.tsx";
import { ClaimCells } from "#src/components/ClaimCells.tsx";
import { Empty } from "#src/components/Empty.tsx";
import { ListFooter } from "#src/components/ListFooter.tsx";
import { LoadFailure } from "#src/components/LoadFailure.tsx";
import { Screen } from "#src/components/Screen.tsx";
import { Section } from "#src/components/Section.tsx";
import { ShareButton } from "#src/components/ShareButton.tsx";
import { Skeleton } from "#src/components/Skeleton.tsx";
import { envelopeClaims } from "#src/flows/lists.ts";
import { useGoBack } from "#src/hooks/useGoBack.ts";
import { useList } from "#src/hooks/useList.ts";

import { EnvelopeFacts } from "./EnvelopeFacts.tsx";
import { FairnessCheck } from "./FairnessCheck.tsx";

/** `/sendRecordDetails?envelopeId=`: an envelope, its claims, and the check of its draw. */
export function SendRecordDetails() {
  const [search] = useSearchParams();
  const envelopeId = search.get("envelopeId") ?? "";
  return <Details key={envelopeId} envelopeId={envelopeId} />;
}

function Details({ envelopeId }: { envelopeId: string }) {
  const { t } = useTranslation();
  const goBack = useGoBack();
  const list = useList(envelopeClaims, { envelopeId });
  // The call's answer holds the envelope beside its claims.
  const envelope = list?.view.extra["envelope"] as components["schemas"]["Envelope"] | undefined;
  return (
    <Screen
      title={t("envelope:details.title")}
      onBack={goBack}
      backLabel={t("app:back")}
      footer={
        list !== null && (
          <ActionButton actions={list.view.actions} type="ui.refresh" send={list.send} variant="secondary" />
        )
      }
    >
      {envelope !== undefined && list !== null ? (
        <>
          <EnvelopeFacts envelope={envelope} />
          {envelope.passphrase !== null && viewEnvelope({ value: envelope.status }).isClaimable && (
            <ShareButton envelopeId={envelopeId} />
          )}
          <Section title={t("envelope:claims.title")}>
            {list.view.items.length === 0 ? (
              <Empty title={t("envelope:claims.none")} />
            ) : (
              <ClaimCells claims={list.view.items} />
            )}
          </Section>
          <ListFooter view={list.view} send={list.send} />
          {envelope.commitment !== null && (
            <FairnessCheck key={envelope.status} envelopeId={envelopeId} commitment={envelope.commitment} />
          )}
        </>
      ) : list?.view.status === "failed" ? (
        <LoadFailure
          failureKey={list.view.failureKey}
          onRetry={() => {
            list.send({ type: "ui.retry" });
          }}
        />
      ) : (
        <Skeleton label={t("app:loading")} rows={5} />
      )}
    </Screen>
  );
}
