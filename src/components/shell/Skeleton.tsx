import { useTranslation } from "react-i18next";

import styles from "./Skeleton.module.css";

// By name, so that a build keeps no table of the style sheet's classes.
const SHAPES = { cells: styles.cells, cards: styles.cards, amount: styles.amount };

interface SkeletonProps {
  /** Announced by screen readers once; absent: that it loads. */
  label?: string;
  /** What is loading: a card of cells, separate cards, or one large amount. */
  shape?: keyof typeof SHAPES;
  rows?: number;
  /** Height of a row in CSS pixels: that of the loaded content. */
  rowHeightPx?: number;
  /** Cells within a card, which has the background and border. */
  isInCard?: boolean;
}

/** Grey shapes in the place of what is loading. */
export function Skeleton({ label, shape = "cells", rows = 3, rowHeightPx = 56, isInCard = false }: SkeletonProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.skeleton} data-in-card={isInCard || undefined}>
      <output className="visually-hidden">{label ?? t("app:loading")}</output>
      <div className={SHAPES[shape]} aria-hidden="true">
        {Array.from({ length: shape === "amount" ? 1 : rows }, (_, index) => (
          <span key={index} className={styles.row} style={{ height: rowHeightPx }}>
            {shape === "cells" && <span className={styles.lines} />}
          </span>
        ))}
      </div>
    </div>
  );
}
