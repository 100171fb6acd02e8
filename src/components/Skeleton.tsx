import styles from "./Skeleton.module.css";

interface SkeletonProps {
  /** Said to readers once, e.g. "Loading". */
  label: string;
  rows?: number;
  /** Height of a row in CSS pixels. */
  rowHeightPx?: number;
}

/** Grey bars in the shape of what is to come. */
export function Skeleton({ label, rows = 3, rowHeightPx = 56 }: SkeletonProps) {
  return (
    <output className={styles.skeleton} aria-busy="true">
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: rows }, (_, index) => (
        <span key={index} className={styles.row} style={{ height: rowHeightPx }} aria-hidden="true" />
      ))}
    </output>
  );
}
