import { useId, type ComponentType } from "react";
import { useTranslation } from "react-i18next";
import { Navigate, useSearchParams } from "react-router-dom";

import type { components } from "#contract/schema.d.ts";
import type { EnvelopeClaimView } from "#machines/envelopeClaim/envelopeClaim.view.ts";
import { isSentByMe } from "#machines/lifecycle/envelope/isSentByMe.ts";
import { envelopeClaimFlow } from "#src/adapters/actors/envelopeClaim.ts";
import type { FlowProps } from "#src/adapters/actors/flow.ts";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { MainAction } from "#src/components/shell/MainAction.tsx";
import { Screen } from "#src/components/shell/Screen.tsx";
import { Splash } from "#src/components/shell/Splash.tsx";
import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { Empty } from "#src/components/ui/Empty.tsx";
import { ErrorState } from "#src/components/ui/ErrorState.tsx";
import { useFailureText } from "#src/hooks/useFailureText.ts";
import { useFlow } from "#src/hooks/useFlow.ts";
import { useIsCoinOpen } from "#src/hooks/useSystemInfo.ts";
import { buildDetailsPath, buildReturnPath } from "#src/routes/links.ts";

import { ClaimStage } from "./ClaimStage.tsx";
import styles from "./GetPacket.module.css";

type ClaimProps = FlowProps<"envelopeClaim", EnvelopeClaimView>;

/** `/getPacket?envelopeId=`: claims a share of an envelope with its passphrase; without an id the passphrase finds it. */
export function GetPacket() {
  const [search] = useSearchParams();
  const envelopeId = search.get("envelopeId") || null;
  return <ClaimFlow key={envelopeId} envelopeId={envelopeId} />;
}

function ClaimFlow({ envelopeId }: { envelopeId: string | null }) {
  const flow = useFlow(envelopeClaimFlow, {
    input: { envelopeId },
    // A claim that goes on after its page is left stays when the page is opened again.
    flowKey: useId(),
    open: { type: "ui.open" },
  });
  return flow === null ? <Splash /> : <GetPacketView {...flow} />;
}

const SHOWN = {
  own: OwnEnvelope,
  loading: StageToCome,
  loadFailed: NotRead,
  missing: NotFound,
  closed: ClaimStage,
  form: ClaimStage,
  waiting: ClaimStage,
  opening: ClaimStage,
  landed: ClaimStage,
  over: ClaimStage,
} satisfies Record<EnvelopeClaimView["part"], ComponentType<ClaimProps>>;

/** The claim page in the machine's present state. */
export function GetPacketView({ view, send }: ClaimProps) {
  const { t } = useTranslation();
  const Shown = SHOWN[view.part];
  const isOnStage = view.part !== "missing" && view.part !== "loadFailed";
  return (
    <Screen
      title={t("envelope:claim.title")}
      isTitleHidden={isOnStage}
      ground={isOnStage ? "stage" : "page"}
      back="/homePage"
      footer={<ClaimActions view={view} send={send} variant={isOnStage ? "gold" : "primary"} />}
    >
      <Shown view={view} send={send} />
    </Screen>
  );
}

function ClaimActions({ view, send, variant }: ClaimProps & { variant: "gold" | "primary" }) {
  const { actions, envelope, part, state } = view;
  const shared = { actions, send, variant };
  return (
    <>
      <MainAction {...shared} type="ui.enter" isBusy={state === "claiming"} />
      <MainAction {...shared} type="ui.submit" isBusy={state === "claiming"} />
      <MainAction {...shared} type="ui.retry" />
      <ActionButton actions={actions} type="ui.back" send={send} variant="secondary" />
      <MainAction {...shared} type="ui.again" />
      {part === "landed" && envelope !== null && <SendBack envelope={envelope} won={view.amount?.value ?? null} />}
    </>
  );
}

interface SendBackProps {
  envelope: components["schemas"]["Envelope"];
  /** What the reader got of it, a whole-coin decimal string; null where that is not known. */
  won: string | null;
}

/** After a claim: an envelope in return, with what was won, for the group that this one was in; nothing where the coin is closed. */
function SendBack({ envelope, won }: SendBackProps) {
  const { t } = useTranslation();
  const isCoinOpen = useIsCoinOpen(envelope.coinType);
  const isOwn = isSentByMe(envelope);
  if (!isCoinOpen) return null;
  return (
    <ButtonLink variant="gold" to={buildReturnPath({ ...envelope, amount: isOwn ? null : won })}>
      {t(isOwn ? "envelope:send.another" : "envelope:claim.sendBack")}
    </ButtonLink>
  );
}

/** Who sent it sees how far it is. */
function OwnEnvelope({ view: { envelope } }: ClaimProps) {
  return envelope && <Navigate to={buildDetailsPath(envelope)} replace />;
}

function NotFound({ view }: ClaimProps) {
  const { t } = useTranslation();
  return <Empty title={t(view.titleKey)} text={useFailureText()(view)} />;
}

function NotRead({ view }: ClaimProps) {
  const { t } = useTranslation();
  return <ErrorState title={t(view.titleKey)} text={useFailureText()(view)} />;
}

/** The stage before the envelope is known, in the measures of what comes. */
function StageToCome() {
  const { t } = useTranslation();
  return (
    <output className={styles.stage} aria-busy="true">
      <span className="visually-hidden">{t("app:loading")}</span>
      <span className={styles.sender} aria-hidden="true" />
      <span className={styles.room} aria-hidden="true">
        <span className={styles.envelope} />
      </span>
      <span className={styles.title} aria-hidden="true" />
    </output>
  );
}
