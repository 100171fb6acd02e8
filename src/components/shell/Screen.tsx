import { useEffect, useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router-dom";

import { IconButton } from "#src/components/ui/IconButton.tsx";
import { joinClasses } from "#src/components/ui/joinClasses.ts";
import { useBack, useGoBack } from "#src/hooks/useBack.ts";
import { useGround } from "#src/hooks/useGround.ts";

import styles from "./Screen.module.css";

interface ScreenProps {
  /** The page's one heading. */
  title: ReactNode;
  children: ReactNode;
  /**
   * Leads back to the page before, and to this one where the page was opened directly: by the messenger's own arrow where
   * there is one, else by an arrow in the header. Absent on root screens.
   */
  back?: string;
  /** What the arrow does in place of that. */
  onBack?: () => void;
  /** Right in the header. */
  headerAfter?: ReactNode;
  /** Stays at the bottom edge: the main button, the bottom bar. */
  footer?: ReactNode;
  /** The footer brings its own surface (a BottomBar). */
  isFooterBare?: boolean;
  /** Heading for screen readers only. */
  isTitleHidden?: boolean;
  /** `stage` is the red ground of the moments that matter. */
  ground?: "page" | "stage";
  /** A red field from the top edge of the page on, first in the content. */
  hero?: ReactNode;
}

/** One page: heading, content, footer, safe areas. */
export function Screen({
  title,
  children,
  back,
  onBack,
  headerAfter,
  footer,
  isFooterBare = false,
  isTitleHidden = false,
  ground = "page",
  hero,
}: ScreenProps) {
  const { t } = useTranslation();
  const goBack = useGoBack(back);
  const leave = onBack ?? (back === undefined ? undefined : goBack);
  const hasOwnArrow = useBack(leave);
  useGround(hero === undefined ? ground : "hero");
  const heading = useRef<HTMLHeadingElement>(null);
  // React Router's key of the place where the app was opened.
  const isFirst = useLocation().key === "default";
  useEffect(() => {
    if (typeof title === "string") document.title = title;
  }, [title]);
  useEffect(() => {
    // Screen readers start at the new page's heading; an input that has taken the focus keeps it.
    if (!isFirst && isFocusFree()) heading.current?.focus({ preventScroll: true });
  }, [isFirst]);
  const lastFocus = useRef<Element | null>(null);
  useEffect(() => {
    // What had the focus is gone, e.g. the button of the step before: go on from the top instead of from nowhere.
    if (lastFocus.current?.isConnected !== false || !isFocusFree()) return;
    heading.current?.focus({ preventScroll: true });
  });
  const isHeaderEmpty = isTitleHidden && !hasOwnArrow && headerAfter === undefined;
  return (
    <div
      className={joinClasses(styles.screen, ground === "stage" && "stage-ground")}
      data-ground={ground}
      onFocus={({ target }) => {
        lastFocus.current = target;
      }}
    >
      <header className={isHeaderEmpty ? "visually-hidden" : styles.header}>
        {hasOwnArrow && <IconButton icon="back" label={t("app:back")} onClick={leave} />}
        <h1 ref={heading} tabIndex={-1} className={isTitleHidden ? "visually-hidden" : styles.title}>
          {title}
        </h1>
        {headerAfter !== undefined && <div className={styles.after}>{headerAfter}</div>}
      </header>
      <main className={styles.main}>
        {hero !== undefined && (
          <div className={styles.hero} data-ground="stage">
            {hero}
          </div>
        )}
        {children}
      </main>
      {footer !== undefined && <footer className={isFooterBare ? styles.bareFooter : styles.footer}>{footer}</footer>}
    </div>
  );
}

/** Whether nothing in the page has the focus, and the page has it: what is open around it, e.g. the messenger's menu, keeps it. */
function isFocusFree(): boolean {
  return document.activeElement === document.body && document.hasFocus();
}
