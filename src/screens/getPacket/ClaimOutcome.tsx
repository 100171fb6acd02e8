import { Suspense } from "react";
import { useTranslation } from "react-i18next";

import { isSentByMe } from "#machines/lifecycle/envelope/isSentByMe.ts";
import type { CoinType } from "#domain/coins.ts";
import type { EnvelopeClaimView } from "#machines/envelopeClaim/envelopeClaim.view.ts";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { Cell } from "#src/components/ui/Cell.tsx";
import { ClaimCells } from "#src/components/envelope/ClaimCells.tsx";
import { ThankSigns } from "#src/components/envelope/ThankSigns.tsx";
import { Progress } from "#src/components/ui/Progress.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { lazyPart } from "#src/components/shell/lazyPart.tsx";
import { Skeleton } from "#src/components/shell/Skeleton.tsx";
import type { FlowProps } from "#src/adapters/actors/flow.ts";
import { useFailureText } from "#src/hooks/useFailureText.ts";
import { usePayoutFeeNote } from "#src/hooks/usePayoutFeeNote.ts";
import { useHasPayouts } from "#src/hooks/useSystemInfo.ts";
import { buildBalancePath, buildDetailsPath, buildWithdrawPath } from "#src/routes/links.ts";

import styles from "./ClaimOutcome.module.css";

const { Part: DrawProof } = lazyPart(
  async () => (await import("#src/components/envelope/DrawProof.tsx")).DrawProof,
  () => null,
);

/** Ends of a draw without a share: what is told of it can be a lie too. */
const DRAWN_ENDS: ReadonlySet<EnvelopeClaimView["state"]> = new Set(["lost", "notDrawn"]);

/** Below the envelope once it is open or over: the progress, who got what, where to go on. */
export function ClaimOutcome({ view, send }: FlowProps<"envelopeClaim", EnvelopeClaimView>) {
  const { t } = useTranslation();
  const getFailureText = useFailureText();
  const { part, claims, envelope, actions } = view;
  const mine = claims.find(({ isMine }) => isMine);
  const isOwn = envelope !== null && isSentByMe(envelope);
  return (
    <div className={styles.outcome}>
      {part === "over" && (
        <div className={styles.reason}>
          {view.failureKey !== null && <p>{getFailureText(view)}</p>}
          <p>{t("envelope:claim.consolation")}</p>
        </div>
      )}
      {part === "landed" && <p className={styles.reason}>{t("envelope:claim.credited")}</p>}
      {envelope?.drawRule === "together" && (part === "landed" || DRAWN_ENDS.has(view.state)) && (
        <Suspense>
          <div className={styles.reason}>
            <DrawProof envelopeId={envelope.envelopeId} count={envelope.count} />
          </div>
        </Suspense>
      )}
      {view.progress !== null && (
        <div className={styles.progress}>
          <Progress
            value={view.progress.received}
            max={view.progress.count}
            label={t("envelope:claim.progress", { ...view.progress })}
          />
        </div>
      )}
      {claims.length > 0 && (
        <Section title={t("envelope:claims.title")}>
          <ClaimCells claims={claims} />
        </Section>
      )}
      {claims.length === 0 && view.isBusy && <Skeleton rows={2} />}
      {part === "over" && (claims.length > 0 || view.state === "lost") && envelope !== null && (
        <Section>
          <Cell to={buildDetailsPath(envelope)} title={t("envelope:claim.seeDetails")} />
        </Section>
      )}
      {part === "landed" && envelope !== null && (
        <>
          {view.failureKey !== null && <p className={styles.reason}>{getFailureText(view)}</p>}
          {mine !== undefined && !isOwn && (
            <ThankSigns
              envelopeId={envelope.envelopeId}
              saved={mine.reaction}
              onChange={() => send({ type: "ui.refresh" })}
            />
          )}
          <Section>
            <Cell to={buildDetailsPath(envelope)} title={t("envelope:claim.seeClaims")} />
            <Cell to={buildBalancePath(envelope.coinType)} title={t("envelope:claim.seeBalance")} />
            <WithdrawCell coinType={envelope.coinType} />
          </Section>
          <ActionButton actions={actions} type="ui.refresh" send={send} variant="secondary" isBusy={view.isBusy} />
        </>
      )}
    </div>
  );
}

/** The way to a withdrawal, where the coin has one. */
function WithdrawCell({ coinType }: { coinType: CoinType }) {
  const { t } = useTranslation();
  const feeNote = usePayoutFeeNote(coinType) ?? undefined;
  return (
    useHasPayouts(coinType) && (
      <Cell to={buildWithdrawPath(coinType)} title={t("envelope:claim.withdraw")} subtitle={feeNote} />
    )
  );
}
