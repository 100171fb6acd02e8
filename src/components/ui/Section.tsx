import { useId, type ReactNode } from "react";

import styles from "./Section.module.css";

interface SectionProps {
  children: ReactNode;
  title?: ReactNode;
  /** Small text under the card. */
  footer?: ReactNode;
  /** Space inside the card; leave off around cells, which bring their own. */
  isPadded?: boolean;
}

/** A card on the page with an optional heading. */
export function Section({ children, title, footer, isPadded = false }: SectionProps) {
  const titleId = useId();
  return (
    <section className={styles.section} aria-labelledby={title === undefined ? undefined : titleId}>
      {title !== undefined && (
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
      )}
      {/* A card has the usual background, also on the red stage. */}
      <div className={isPadded ? styles.padded : styles.card} data-ground="page">
        {children}
      </div>
      {footer !== undefined && <p className={styles.footer}>{footer}</p>}
    </section>
  );
}
