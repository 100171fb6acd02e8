import type { ReactNode } from "react";

import { toCoverId } from "#domain/covers.ts";

import { Cover } from "./Cover.tsx";
import styles from "./Envelope.module.css";
import { EnvelopeSeal } from "./EnvelopeSeal.tsx";

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
