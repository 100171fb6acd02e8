import type { ReactNode } from "react";

import { toCoverId } from "#domain/covers.ts";
import { Icon } from "#src/components/ui/Icon.tsx";

import styles from "./Envelope.module.css";

interface EnvelopeProps {
  /**
   * the seal of `claiming` turns, without an end; `refused` is closed and shakes once; `opening` plays once and rests
   * open; `opened` is open at once; `empty` is open without a letter; `expired` is closed for good.
   */
  state: "sealed" | "claiming" | "refused" | "opening" | "opened" | "empty" | "expired";
  /** The art of the front, and the sign on the seal. */
  coverId?: string | null;
  /** How much light comes out of it as it opens, by the luck of the share; none without. */
  light?: "share" | "lucky" | "bestLuck";
  /** On the front, below the seal: the sender's words. */
  front?: ReactNode;
  /** On the letter, which rises out of an opened envelope. */
  children?: ReactNode;
  /** `small` is for previews, `tiny` for rows of a list. */
  size?: "tiny" | "small" | "normal";
  /** What a tap on the seal does, with its name; without it the seal is a picture. */
  seal?: { label: string; onPress: () => void };
  /** Reserves the height of an open envelope, so that nothing moves when this one opens. */
  hasRoom?: boolean;
}

/** Along the edge of the flap. */
const HEM = "M0 94Q130 191 260 94";

/** The picture of the red envelope. Texts about its state belong beside it. */
export function Envelope(props: EnvelopeProps) {
  const { state, coverId = null, front, children, size = "normal", hasRoom = false, light, seal } = props;
  const isOpen = state === "opening" || state === "opened";
  const hasPlace = hasRoom || isOpen || state === "empty";
  return (
    <div
      className={styles.place}
      data-state={state}
      data-size={size}
      data-cover={toCoverId(coverId)}
      data-room={hasPlace || undefined}
    >
      <div className={styles.envelope}>
        <div className={styles.lining}>
          <div className={styles.liningFace} />
          <svg className={styles.hem} viewBox="0 0 260 330" aria-hidden="true">
            <path d={HEM} />
          </svg>
        </div>
        {light !== undefined && isOpen && <div className={styles.light} data-light={light} />}
        <div className={styles.letter}>
          <div className={styles.words}>{isOpen && children}</div>
        </div>
        <div className={styles.front}>
          <Cover coverId={coverId} />
          <svg className={styles.edge} viewBox="0 0 260 330" aria-hidden="true">
            <rect x="0.75" y="0.75" width="258.5" height="328.5" rx="19.25" />
          </svg>
          {front !== undefined && <p className={styles.wish}>{front}</p>}
        </div>
        <div className={styles.flap}>
          <svg className={styles.shadow} viewBox="0 0 260 330" aria-hidden="true">
            <path d="M0 24Q0 4 20 4H240Q260 4 260 24V100Q130 196 0 100Z" />
          </svg>
          <div className={styles.flapArt}>
            <Cover coverId={coverId} />
          </div>
          <svg className={styles.hem} viewBox="0 0 260 330" aria-hidden="true">
            <path d={HEM} />
          </svg>
        </div>
        <EnvelopeSeal coverId={coverId} isExpired={state === "expired"} />
        {seal && <button type="button" className={styles.press} aria-label={seal.label} onClick={seal.onPress} />}
      </div>
    </div>
  );
}

interface EnvelopeSealProps {
  coverId: string | null;
  /** Grey, with a clock: the envelope cannot be opened any more. */
  isExpired: boolean;
}

/** The gold seal on the flap, a coin with two sides: it turns while the envelope waits, and lifts off when it opens. */
function EnvelopeSeal({ coverId, isExpired }: EnvelopeSealProps) {
  const sign = isExpired ? <Icon name="clock" /> : <CoverEmblem coverId={coverId} />;
  return (
    <div className={styles.seal} data-expired={isExpired || undefined} aria-hidden="true">
      <span className={styles.glow} />
      <span className={styles.lift}>
        <span className={styles.rim} />
        <span className={styles.coin}>
          <span className={styles.face}>{sign}</span>
          {!isExpired && <span className={styles.face}>{sign}</span>}
        </span>
      </span>
    </div>
  );
}

interface CoverProps {
  /** An id this version does not know, or none, shows the cover of good luck. */
  coverId: string | null;
}

/**
 * The art of an envelope's front: fills its box, cut to it around the middle. The upper 44 % is the flap's, the circle
 * in the middle of the flap's edge is the seal's, and the sender's words go on the calm area below.
 */
export function Cover({ coverId }: CoverProps) {
  const id = toCoverId(coverId);
  return (
    <svg
      className={styles.cover}
      data-cover={id}
      viewBox="0 0 260 330"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <use href={`/covers/${id}.svg#art`} />
    </svg>
  );
}

/** Both sides of the square. */
const SIZE_PX = 40;

interface CoverEmblemProps {
  /** As of `Cover`. */
  coverId: string | null;
}

/** The sign of a cover, drawn to lie on the gold of the seal. */
export function CoverEmblem({ coverId }: CoverEmblemProps) {
  const id = toCoverId(coverId);
  return (
    <svg data-cover={id} width={SIZE_PX} height={SIZE_PX} aria-hidden="true">
      <use href={`/covers/${id}.svg#emblem`} />
    </svg>
  );
}
