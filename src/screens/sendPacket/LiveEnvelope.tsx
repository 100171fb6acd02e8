import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { Envelope } from "#src/components/envelope/Envelope.tsx";
import { findWords } from "#src/components/envelope/envelopeTexts.ts";
import { MemberNote } from "#src/components/envelope/MemberNote.tsx";
import { PictureButton } from "#src/components/envelope/PictureButton.tsx";
import { Progress } from "#src/components/ui/Progress.tsx";
import { ShareButton } from "#src/components/envelope/ShareButton.tsx";
import type { ChildProps } from "#src/hooks/useChild.ts";
import { buildDetailsPath } from "#src/routes/links.ts";

import { findLiveEnd } from "./findLiveEnd.ts";
import { LiveLuck } from "./LiveLuck.tsx";
import { LiveStage } from "./LiveStage.tsx";
import styles from "./LiveEnvelope.module.css";

/** The envelope can be claimed; the sender now passes on the passphrase. */
export function LiveEnvelope({ view, send }: ChildProps<"envelopeOrder">) {
  const { t } = useTranslation();
  const [envelope] = view.envelopes;
  if (envelope === undefined) return null;
  const received = envelope.receivedQuantity ?? 0;
  const count = envelope.count ?? 0;
  const isPosted = envelope.chatId !== null;
  const end = view.isOver ? findLiveEnd(view.envelopes) : null;
  const details = (
    <ButtonLink variant="secondary" to={buildDetailsPath(envelope)}>
      {t("envelope:send.seeDetails")}
    </ButtonLink>
  );
  return (
    <LiveStage
      picture={
        <Envelope
          state={end === null ? "sealed" : "expired"}
          coverId={envelope.coverId}
          front={findWords(t, envelope)}
        />
      }
      title={t(end?.titleKey ?? view.titleKey)}
      note={end === null ? <LiveNote envelope={envelope} /> : t(end.noteKey)}
      passphrase={view.passphrase}
      passphraseKey="envelope:send.passphrase"
      envelopeId={envelope.envelopeId}
    >
      <Progress
        isThin
        value={received}
        max={Math.max(count, 1)}
        label={t("envelope:claim.progress", { received, count })}
      />
      {end === null ? (
        <div className={styles.more}>
          {isPosted ? <ShareButton envelopeId={envelope.envelopeId} /> : details}
          <PictureButton envelope={envelope} />
          <div className={styles.another}>
            <ActionButton actions={view.actions} type="ui.another" send={send} variant="plain" />
          </div>
        </div>
      ) : (
        <>
          <LiveLuck envelopeId={envelope.envelopeId} />
          {details}
        </>
      )}
    </LiveStage>
  );
}

/** What the sender does now: members need nothing but the post. */
function LiveNote({ envelope: { chatId, claimRule, conditions } }: { envelope: components["schemas"]["Envelope"] }) {
  const { t } = useTranslation();
  if (claimRule === "passphrase") return t(chatId === null ? "envelope:send.liveShare" : "envelope:send.livePosted");
  return (
    <>
      {t("envelope:send.liveMembers")} <MemberNote conditions={conditions} />
    </>
  );
}
