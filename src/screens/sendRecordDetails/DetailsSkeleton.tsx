import { Skeleton } from "#src/components/ui/Skeleton.tsx";

import styles from "./DetailsSkeleton.module.css";

interface DetailsSkeletonProps {
  /** Said to screen readers once. */
  label: string;
}

/** An envelope before it is known, in the measures of what comes. */
export function DetailsSkeleton({ label }: DetailsSkeletonProps) {
  return (
    <>
      <div className={styles.head} aria-hidden="true">
        <span className={styles.envelope} />
        <span className={styles.line} />
        <span className={styles.line} />
        <span className={styles.line} />
      </div>
      <span className={styles.paper} aria-hidden="true" />
      <div className={styles.claims}>
        <Skeleton label={label} rows={3} rowHeightPx={68} />
      </div>
    </>
  );
}
