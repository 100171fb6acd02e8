import { useEffect, type ReactNode } from "react";

import { useBack } from "#src/hooks/useBack.ts";

import styles from "./Screen.module.css";

interface ScreenProps {
  /** The page's one heading. */
  title: ReactNode;
  children: ReactNode;
  /** Leads back: the messenger's own arrow where there is one, else an arrow in the header. Absent on root screens. */
  onBack?: () => void;
  /** Accessible name of the arrow in the header. */
  backLabel?: string;
  /** Right in the header. */
  headerAfter?: ReactNode;
  /** Stays at the bottom edge: the main button, the bottom bar. */
  footer?: ReactNode;
  /** The footer brings its own surface (a BottomBar). */
  isFooterBare?: boolean;
  /** Heading for readers only. */
  isTitleHidden?: boolean;
}

/** One page: heading, content, footer, safe areas. */
export function Screen(props: ScreenProps) {
  const {
    title,
    children,
    onBack,
    backLabel,
    headerAfter,
    footer,
    isFooterBare = false,
    isTitleHidden = false,
  } = props;
  const hasOwnArrow = useBack(onBack);
  useEffect(() => {
    if (typeof title === "string") document.title = title;
  }, [title]);
  return (
    <div className={styles.screen}>
      <header
        className={isTitleHidden && !hasOwnArrow && headerAfter === undefined ? "visually-hidden" : styles.header}
      >
        {hasOwnArrow && (
          <button type="button" className={styles.back} aria-label={backLabel} onClick={onBack}>
            <span className={styles.arrow} aria-hidden="true" />
          </button>
        )}
        <h1 className={isTitleHidden ? "visually-hidden" : styles.title}>{title}</h1>
        {headerAfter !== undefined && <div className={styles.after}>{headerAfter}</div>}
      </header>
      <main className={styles.main}>{children}</main>
      {footer !== undefined && <div className={isFooterBare ? styles.bareFooter : styles.footer}>{footer}</div>}
    </div>
  );
}
