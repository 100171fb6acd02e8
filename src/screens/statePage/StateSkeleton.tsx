import { Skeleton } from "#src/components/ui/Skeleton.tsx";

import styles from "./StateSkeleton.module.css";

interface StateSkeletonProps {
  /** Said to screen readers once. */
  label: string;
}

/** A seal, its title and a receipt before they are known, in the measures of what comes. */
export function StateSkeleton({ label }: StateSkeletonProps) {
  return (
    <div className={styles.state}>
      <span className={styles.seal} aria-hidden="true" />
      <span className={styles.title} aria-hidden="true" />
      <Skeleton label={label} shape="cards" rows={1} rowHeightPx={264} />
    </div>
  );
}
