import styles from "./ClaimStageSkeleton.module.css";

interface ClaimStageSkeletonProps {
  /** Said to screen readers once. */
  label: string;
}

/** The stage before the envelope is known, in the measures of what comes. */
export function ClaimStageSkeleton({ label }: ClaimStageSkeletonProps) {
  return (
    <output className={styles.stage} aria-busy="true">
      <span className="visually-hidden">{label}</span>
      <span className={styles.sender} aria-hidden="true" />
      <span className={styles.room} aria-hidden="true">
        <span className={styles.envelope} />
      </span>
      <span className={styles.title} aria-hidden="true" />
    </output>
  );
}
