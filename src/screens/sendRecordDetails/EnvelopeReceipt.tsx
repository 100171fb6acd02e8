import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import type { CoinType } from "#domain/coins.ts";
import { viewEnvelope } from "#machines/lifecycle/envelope/envelope.view.ts";
import { isSentByMe } from "#machines/lifecycle/envelope/isSentByMe.ts";
import { chats } from "#src/adapters/actors/chats.ts";
import { Amount } from "#src/components/amount/Amount.tsx";
import { HeroAmount } from "#src/components/amount/HeroAmount.tsx";
import { Worth } from "#src/components/amount/Worth.tsx";
import { Envelope } from "#src/components/envelope/Envelope.tsx";
import { EnvelopeBadge } from "#src/components/envelope/EnvelopeBadge.tsx";
import { LuckBadge } from "#src/components/envelope/LuckBadge.tsx";
import { MemberNote } from "#src/components/envelope/MemberNote.tsx";
import { findNoteKey, findWords, nameKind } from "#src/components/envelope/envelopeTexts.ts";
import { CopyButton } from "#src/components/shell/CopyButton.tsx";
import { Avatar } from "#src/components/ui/Avatar.tsx";
import { Cell } from "#src/components/ui/Cell.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";
import { Named } from "#src/components/ui/Named.tsx";
import { Paper } from "#src/components/ui/Paper.tsx";
import { Progress } from "#src/components/ui/Progress.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { formatTime } from "#src/format/formatTime.ts";
import { useList } from "#src/hooks/useList.ts";

import styles from "./EnvelopeReceipt.module.css";

interface EnvelopeReceiptProps {
  envelope: components["schemas"]["Envelope"];
  /** The user's own share; null without one. */
  own: OwnClaim | null;
}

/** The letter of an envelope: the user's share, the total and how much is claimed; for its sender the passphrase to pass on. */
export function EnvelopeReceipt({ envelope, own }: EnvelopeReceiptProps) {
  const { t } = useTranslation();
  const { coinType, count, passphrase } = envelope;
  const { isClaimable, isPayable } = viewEnvelope({ value: envelope.status });
  const isUsable = isClaimable || isPayable;
  const ownClaim = own?.claim ?? null;
  const received = envelope.receivedQuantity ?? 0;
  return (
    <Paper isScalloped>
      {count === null ? (
        <div className={styles.total}>
          <p className={styles.left}>{t("envelope:details.sharesLeft", { count: envelope.remainingCount })}</p>
          <p className={styles.caption}>{t("envelope:details.limited")}</p>
        </div>
      ) : (
        <>
          <div className={styles.total}>
            <p className={styles.caption}>{t(ownClaim === null ? "envelope:details.total" : "envelope:details.got")}</p>
            <HeroAmount amount={ownClaim?.amount ?? envelope.totalAmount} coinType={coinType} />
            {own !== null && <p className={styles.place}>{t("envelope:details.place", { place: own.place, count })}</p>}
            {ownClaim?.bestLuck === true && <LuckBadge />}
          </div>
          {envelope.openedAt !== null && (
            <>
              <Progress value={received} max={count} label={t("envelope:claim.progress", { received, count })} />
              <dl className={styles.figures}>
                {ownClaim !== null && (
                  <Figure label={t("envelope:details.total")} amount={envelope.totalAmount} coinType={coinType} />
                )}
                <Figure label={t("envelope:details.paidOut")} amount={envelope.paidOutAmount} coinType={coinType} />
                <Figure label={t("envelope:details.left")} amount={envelope.remainingAmount} coinType={coinType} />
              </dl>
            </>
          )}
        </>
      )}
      {envelope.claimRule === "members" && (
        <div className={styles.tearOff}>
          <p className={styles.members}>
            <MemberNote conditions={envelope.conditions} />
          </p>
        </div>
      )}
      {passphrase !== null && (
        <div className={styles.tearOff}>
          <p className={styles.secret}>
            <span className={styles.caption}>{t("envelope:send.passphrase")}</span>{" "}
            <strong translate="no">{passphrase}</strong>
          </p>
          {isUsable && <CopyButton text={passphrase} />}
        </div>
      )}
    </Paper>
  );
}

interface FigureProps {
  label: string;
  amount: string | null;
  coinType: CoinType;
}

function Figure({ label, amount, coinType }: FigureProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <Amount amount={amount} coinType={coinType} />
      </dd>
      <dd className={styles.figureWorth}>
        <Worth amount={amount} coinType={coinType} />
      </dd>
    </div>
  );
}

type Claim = components["schemas"]["Claim"];

interface OwnClaim {
  claim: Claim;
  /** 1 for who claimed first. */
  place: number;
}

/** The user's own claim among all claims of an envelope, the latest first; null without one. */
export function findOwnClaim(claims: readonly Claim[]): OwnClaim | null {
  const index = claims.findIndex(({ isMine }) => isMine);
  const claim = claims[index];
  return claim === undefined ? null : { claim, place: claims.length - index };
}

/** The envelope's cover, words, sender and status. */
export function EnvelopeHead({ envelope }: { envelope: components["schemas"]["Envelope"] }) {
  const { t } = useTranslation();
  const { sender, status, type } = envelope;
  const words = findWords(t, envelope);
  return (
    <div className={styles.head}>
      <Envelope
        size="small"
        state={viewEnvelope({ value: status }).isOver ? "expired" : "sealed"}
        coverId={envelope.coverId}
      />
      <h2 className={styles.remark}>{words === "" ? t(`envelope:type.${type}`) : words}</h2>
      <p className={styles.sender}>
        <Avatar name={sender.name} url={sender.url} sizePx={24} />
        <span>
          <Named name={sender.name} write={(name) => t("envelope:claim.from", { name })} />
        </span>
      </p>
      <EnvelopeBadge envelope={envelope} />
      {status !== "open" && <output className={styles.note}>{t(findNoteKey(envelope, isSentByMe(envelope)))}</output>}
    </div>
  );
}

/** The kind and the times of an envelope. */
export function EnvelopeFacts({ envelope }: { envelope: components["schemas"]["Envelope"] }) {
  const { t, i18n } = useTranslation();
  const known = useList(chats)?.view.items ?? [];
  const group = known.find(({ chatId }) => chatId === envelope.chatId);
  return (
    <Section>
      <Cell
        before={<Icon name={envelope.type === "luckyDraw" ? "dice" : "equal"} />}
        title={t("envelope:send.type")}
        subtitle={nameKind(t, envelope)}
      />
      {group !== undefined && (
        <Cell before={<Icon name="send" />} title={t("envelope:details.group")} subtitle={<bdi>{group.title}</bdi>} />
      )}
      <Cell
        before={<Icon name="edit" />}
        title={t("envelope:details.created")}
        subtitle={formatTime(envelope.createdAt, i18n.language)}
      />
      {/* One that was claimed whole, or that its sender ended, was over before its time. */}
      {envelope.expiresAt !== null && envelope.status !== "finished" && !envelope.isEndedBySender && (
        <Cell
          before={<Icon name="clock" />}
          title={t(
            viewEnvelope({ value: envelope.status }).isOver ? "envelope:details.ended" : "envelope:details.expires",
          )}
          subtitle={formatTime(envelope.expiresAt, i18n.language)}
        />
      )}
      <details>
        <summary className={styles.technical}>{t("envelope:details.technical")}</summary>
        <Cell
          before={<Icon name="info" />}
          title={t("envelope:outcome.title")}
          to={`/statePage?envelopeId=${encodeURIComponent(envelope.envelopeId)}`}
        />
      </details>
    </Section>
  );
}
