import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import { viewEnvelope } from "#machines/lifecycle/envelope/envelope.view.ts";
import { envelopeClaims } from "#src/adapters/actors/records.ts";
import { ClaimCells } from "#src/components/envelope/ClaimCells.tsx";
import { Envelope } from "#src/components/envelope/Envelope.tsx";
import { EnvelopeBadge } from "#src/components/envelope/EnvelopeBadge.tsx";
import { findNoteKey, findWords } from "#src/components/envelope/envelopeTexts.ts";
import { MemberNote } from "#src/components/envelope/MemberNote.tsx";
import { PictureButton } from "#src/components/envelope/PictureButton.tsx";
import { ShareButton } from "#src/components/envelope/ShareButton.tsx";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { MainAction } from "#src/components/shell/MainAction.tsx";
import { Avatar } from "#src/components/ui/Avatar.tsx";
import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { Cell } from "#src/components/ui/Cell.tsx";
import { Progress } from "#src/components/ui/Progress.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import type { ChildProps } from "#src/hooks/useChild.ts";
import { useList } from "#src/hooks/useList.ts";
import { buildDetailsPath } from "#src/routes/links.ts";

import styles from "./LiveStage.module.css";
import { LiveStage } from "./LiveStage.tsx";

const MOST_IN_FAN = 3;

interface LiveEnvelopesProps extends ChildProps<"envelopeOrder"> {
  /** The person's groups, for their titles. */
  chats: EnvelopeSendView["chats"];
}

/** The envelopes of several groups can be claimed: their one passphrase, and how far each of them is. */
export function LiveEnvelopes({ view, send, chats }: LiveEnvelopesProps) {
  const { t } = useTranslation();
  const { envelopes, passphrase, isOver } = view;
  const isForMembers = envelopes[0]?.claimRule === "members";
  const end = isOver ? findLiveEnd(envelopes) : null;
  return (
    <LiveStage
      picture={
        <div className={styles.fan} aria-hidden="true">
          {envelopes.slice(0, MOST_IN_FAN).map(({ envelopeId, coverId }) => (
            <span key={envelopeId}>
              <Envelope size="small" state="sealed" coverId={coverId} />
            </span>
          ))}
        </div>
      }
      title={end === null ? t("envelope:multi.live", { count: envelopes.length }) : t(end.titleKey)}
      note={t(end?.noteKey ?? (isForMembers ? "envelope:multi.liveMembers" : "envelope:multi.livePosted"))}
      passphrase={passphrase}
      passphraseKey="envelope:multi.passphrase"
      envelopeId={null}
    >
      <ul className={styles.groups}>
        {envelopes.map((envelope) => (
          <LiveGroup
            key={envelope.envelopeId}
            envelope={envelope}
            title={chats.find(({ chatId }) => chatId === envelope.chatId)?.title ?? null}
          />
        ))}
      </ul>
      {!isOver && (
        <div className={styles.another}>
          <ActionButton actions={view.actions} type="ui.another" send={send} variant="plain" />
        </div>
      )}
    </LiveStage>
  );
}

interface LiveGroupProps {
  envelope: components["schemas"]["Envelope"];
  /** The group's title; null where the group is no longer among the person's. */
  title: string | null;
}

/** One of several envelopes: its group, how far it is claimed, and the ways to its details and to share it. */
function LiveGroup({ envelope, title }: LiveGroupProps) {
  const { t } = useTranslation();
  const name = title ?? t("envelope:multi.group");
  const received = envelope.receivedQuantity ?? 0;
  const count = envelope.count ?? 0;
  return (
    <li>
      <Section>
        <Cell
          before={<Avatar name={name} />}
          title={<bdi>{name}</bdi>}
          after={<EnvelopeBadge envelope={envelope} />}
          to={buildDetailsPath(envelope)}
        />
        <div className={styles.progress}>
          <Progress
            isThin
            value={received}
            max={Math.max(count, 1)}
            label={t("envelope:claim.progress", { received, count })}
          />
          {viewEnvelope({ value: envelope.status }).isClaimable && <ShareButton envelopeId={envelope.envelopeId} />}
        </div>
      </Section>
    </li>
  );
}

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

/** Who had the best luck with an envelope that is over, and who thanks for it; nothing where nobody does. */
function LiveLuck({ envelopeId }: { envelopeId: string }) {
  const claims = useList(envelopeClaims, { envelopeId })?.view.items ?? [];
  const told = claims.filter(({ bestLuck, reaction }) => bestLuck || reaction !== null);
  if (told.length === 0) return null;
  return (
    <Section>
      <ClaimCells claims={told} />
    </Section>
  );
}

/**
 * An envelope without a group is to be shared; else the next step is to see who claims. Several stand in the records.
 * Once nothing is left, another one is sent.
 */
export function LiveFooter({ view, send }: ChildProps<"envelopeOrder">) {
  const { t } = useTranslation();
  const [envelope, ...others] = view.envelopes;
  if (envelope === undefined) return null;
  if (view.isOver) {
    return (
      <>
        <MainAction actions={view.actions} type="ui.another" send={send} variant="gold" />
        <ActionButton actions={view.actions} type="ui.again" send={send} variant="plain" />
      </>
    );
  }
  if (others.length > 0) {
    return (
      <ButtonLink variant="gold" to="/sendRecord?tab=sent">
        {t("envelope:outcome.next")}
      </ButtonLink>
    );
  }
  return envelope.chatId === null ? (
    <ShareButton envelopeId={envelope.envelopeId} isMain variant="gold" />
  ) : (
    <ButtonLink variant="gold" to={buildDetailsPath(envelope)}>
      {t("envelope:send.seeDetails")}
    </ButtonLink>
  );
}

type Envelope = components["schemas"]["Envelope"];

/** i18n keys of how envelopes ended: all claimed, or some of them run out. */
function findLiveEnd(envelopes: readonly Envelope[]): { titleKey: string; noteKey: string } {
  if (envelopes.every(({ status }) => status === "finished")) {
    return { titleKey: "envelope:recordStatus.received", noteKey: "envelope:details.note.finished" };
  }
  const status = envelopes.some((envelope) => envelope.status === "refunded") ? "refunded" : "expired";
  const isEndedBySender = envelopes.every((envelope) => envelope.isEndedBySender || envelope.status === "finished");
  return {
    titleKey: `envelope:status.${isEndedBySender ? "ended" : status}`,
    noteKey: findNoteKey({ status, isEndedBySender }, true),
  };
}
