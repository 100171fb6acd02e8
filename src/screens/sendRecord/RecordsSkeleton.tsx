import { Skeleton } from "#src/components/ui/Skeleton.tsx";

import styles from "./RecordsSkeleton.module.css";

interface RecordsSkeletonProps {
  /** Said to screen readers once. */
  label: string;
  /** A total on paper comes before the rows. */
  hasTotal?: boolean;
}

/** Records before they are known, in the measures of what comes. */
export function RecordsSkeleton({ label, hasTotal = false }: RecordsSkeletonProps) {
  return (
    <>
      <span className={hasTotal ? styles.total : styles.count} aria-hidden="true" />
      <div className={styles.day}>
        <Skeleton label={label} rows={hasTotal ? 5 : 4} rowHeightPx={hasTotal ? 68 : 104} />
      </div>
    </>
  );
}
