import { toCoverId } from "#domain/covers.ts";

import styles from "./Cover.module.css";

interface CoverProps {
  /** An id this version does not know, or none, shows the cover of good luck. */
  coverId: string | null;
}

/**
 * The art of an envelope's front: fills its box, cut to it around the middle. The upper 44 % is the flap's, the circle
 * in the middle of the flap's edge is the seal's, and the sender's words go on the calm area below.
 */
export function Cover({ coverId }: CoverProps) {
  const id = toCoverId(coverId);
  return (
    <svg
      className={styles.cover}
      data-cover={id}
      viewBox="0 0 260 330"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <use href={`/covers/${id}.svg#art`} />
    </svg>
  );
}
