import type { ReactNode } from "react";

import styles from "./Empty.module.css";
import { EmptyPicture } from "./EmptyPicture.tsx";

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
