import styles from "./Skeleton.module.css";

interface SkeletonProps {
  /** Said to screen readers once, e.g. "Loading". */
  label: string;
  /** What is to come: a card of cells, separate cards, or one great amount. */
  shape?: "cells" | "cards" | "amount";
  rows?: number;
  /** Height of a row in CSS pixels, as of what is to come. */
  rowHeightPx?: number;
  /** Cells within a card, whose ground and edge they take. */
  isInCard?: boolean;
}

/** Grey shapes that keep the place of what is to come. */
export function Skeleton({ label, shape = "cells", rows = 3, rowHeightPx = 56, isInCard = false }: SkeletonProps) {
  return (
    <div className={styles.skeleton} data-in-card={isInCard || undefined}>
      <output className="visually-hidden">{label}</output>
      <div className={styles[shape]} aria-hidden="true">
        {Array.from({ length: shape === "amount" ? 1 : rows }, (_, index) => (
          <span key={index} className={styles.row} style={{ height: rowHeightPx }}>
            {shape === "cells" && <span className={styles.lines} />}
          </span>
        ))}
      </div>
    </div>
  );
}
