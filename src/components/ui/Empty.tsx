import type { ReactNode } from "react";

import styles from "./Empty.module.css";

interface EmptyProps {
  title: ReactNode;
  text?: ReactNode;
  /** Above the title, e.g. a Seal; an envelope with nothing in it when absent. */
  picture?: ReactNode;
  /** The one thing to do about it: a Button or a ButtonLink. */
  action?: ReactNode;
  /** Fills a whole page: larger, and centred. */
  isPage?: boolean;
}

/** Shown in place of an empty list. */
export function Empty({ title, text, picture, action, isPage = false }: EmptyProps) {
  return (
    <div className={styles.empty} data-page={isPage || undefined}>
      <div className={styles.picture}>{picture ?? <EmptyPicture />}</div>
      <p className={styles.title}>{title}</p>
      {text !== undefined && <p className={styles.text}>{text}</p>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}

/** An open envelope with nothing in it. */
function EmptyPicture() {
  return (
    <svg viewBox="0 0 112 104" width="112" height="104" aria-hidden="true">
      <ellipse className={styles.shadow} cx="57" cy="99" rx="27" ry="3" />
      <g transform="rotate(-7 56 60)">
        <path className={styles.flap} d="M33 36c2-26 44-26 46 0z" />
        <path className={styles.inside} d="M33 35h46v20H33z" />
        <path className={styles.front} d="M33 36c8 16 38 16 46 0v50a8 8 0 0 1-8 8H41a8 8 0 0 1-8-8z" />
        <circle className={styles.seal} cx="56" cy="68" r="9" />
        <path className={styles.hole} d="M53 65h6v6h-6z" />
      </g>
      <path className={styles.sparks} d="M17 30v8m-4-4h8M95 20v10m-5-5h10M100 58v6m-3-3h6" />
    </svg>
  );
}
