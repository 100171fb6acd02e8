import { useTranslation } from "react-i18next";

import type { EnvelopeClaimView } from "#machines/envelopeClaim/envelopeClaim.view.ts";
import { ActionButton } from "#src/components/ActionButton.tsx";
import { Amount } from "#src/components/Amount.tsx";
import { Avatar } from "#src/components/Avatar.tsx";
import { Badge } from "#src/components/Badge.tsx";
import { Cell } from "#src/components/Cell.tsx";
import { ClaimCells } from "#src/components/ClaimCells.tsx";
import { Envelope } from "#src/components/Envelope.tsx";
import { ErrorState } from "#src/components/ErrorState.tsx";
import { Screen } from "#src/components/Screen.tsx";
import { Section } from "#src/components/Section.tsx";
import { Skeleton } from "#src/components/Skeleton.tsx";
import type { FlowProps } from "#src/flows/flow.ts";
import { useGoBack } from "#src/hooks/useGoBack.ts";

import styles from "./GetPacket.module.css";
import { PassphraseForm } from "./PassphraseForm.tsx";

type Props = FlowProps<"envelopeClaim", EnvelopeClaimView>;

const PICTURES: Readonly<Partial<Record<EnvelopeClaimView["state"], "opening" | "opened" | "empty" | "expired">>> = {
  claiming: "opening",
  opening: "opening",
  partiallyReceived: "opened",
  received: "opened",
  alreadyClaimed: "opened",
  refreshing: "opened",
  soldOut: "empty",
  expired: "expired",
};

const FORM_STATES: ReadonlySet<EnvelopeClaimView["state"]> = new Set(["entering", "wrongPassphrase", "tooManyTries"]);

/** The claim page as the machine stands. */
export function GetPacketView({ view, send }: Props) {
  const { t } = useTranslation();
  const goBack = useGoBack();
  const { state, envelope, amount, claims, actions } = view;
  const picture = PICTURES[state] ?? "sealed";

  if (state === "idle" || state === "loadingDetail") {
    return (
      <Screen title={t("envelope:claim.title")} onBack={goBack} backLabel={t("app:back")}>
        <Skeleton label={t("app:loading")} rows={2} rowHeightPx={160} />
      </Screen>
    );
  }
  if (state === "failed") {
    return (
      <Screen
        title={t("envelope:claim.title")}
        onBack={goBack}
        backLabel={t("app:back")}
        footer={
          <>
            <ActionButton actions={actions} type="ui.retry" send={send} />
            <ActionButton actions={actions} type="ui.back" send={send} variant="secondary" />
          </>
        }
      >
        <ErrorState title={t(view.titleKey)} text={view.failureKey === null ? undefined : t(view.failureKey)} />
      </Screen>
    );
  }
  return (
    <Screen
      title={t("envelope:claim.title")}
      onBack={goBack}
      backLabel={t("app:back")}
      footer={
        <>
          <ActionButton actions={actions} type="ui.enter" send={send} variant="gold" />
          <ActionButton actions={actions} type="ui.submit" send={send} variant="gold" />
          <ActionButton actions={actions} type="ui.skip" send={send} variant="plain" />
          <ActionButton actions={actions} type="ui.again" send={send} />
          <ActionButton actions={actions} type="ui.refresh" send={send} variant="secondary" />
        </>
      }
    >
      <div className={styles.stage}>
        {envelope !== null && (
          <p className={styles.sender}>
            <Avatar name={envelope.sender.name} url={envelope.sender.url} sizePx={32} />
            <span>{t("envelope:claim.from", { name: envelope.sender.name })}</span>
          </p>
        )}
        {(envelope?.remark ?? "") !== "" && <p className={styles.remark}>{envelope?.remark}</p>}
        <Envelope state={picture}>
          {amount !== null && picture === "opened" && envelope !== null && (
            <Amount amount={amount.value} coinType={envelope.coinType} size="large" />
          )}
        </Envelope>
        <output className={styles.outcome}>
          <p className={styles.title}>{t(view.titleKey)}</p>
          {view.failureKey !== null && (
            <p className={styles.reason}>{t(view.failureKey, { retryAfterSeconds: view.secondsLeft ?? 0 })}</p>
          )}
          {amount !== null && picture === "opened" && (
            <p className={styles.note}>
              {amount.isBestLuck && <Badge tone="gold">{t("envelope:claim.bestLuck")}</Badge>}{" "}
              {t("envelope:claim.credited")}
            </p>
          )}
        </output>
        {FORM_STATES.has(state) && <PassphraseForm view={view} send={send} />}
      </div>
      {view.progress !== null && (
        <p className={styles.progress}>{t("envelope:claim.progress", { ...view.progress })}</p>
      )}
      {amount !== null && picture === "opened" && envelope !== null && (
        <Section>
          <Cell to={`/sendRecordDetails?envelopeId=${envelope.envelopeId}`} title={t("envelope:claim.seeClaims")} />
          <Cell to="/user" title={t("envelope:claim.seeBalance")} />
        </Section>
      )}
      {claims.length > 0 && picture !== "sealed" && (
        <Section title={t("envelope:claims.title")}>
          <ClaimCells claims={claims} />
        </Section>
      )}
    </Screen>
  );
}
