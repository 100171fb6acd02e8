import styles from "./EmptyPicture.module.css";

/** An open envelope with nothing in it. */
export function EmptyPicture() {
  return (
    <svg viewBox="0 0 112 104" width="112" height="104" aria-hidden="true">
      <ellipse className={styles.shadow} cx="57" cy="99" rx="27" ry="3" />
      <g transform="rotate(-7 56 60)">
        <path className={styles.flap} d="M33 36c2-26 44-26 46 0z" />
        <path className={styles.inside} d="M33 35h46v20H33z" />
        <path className={styles.front} d="M33 36c8 16 38 16 46 0v50a8 8 0 0 1-8 8H41a8 8 0 0 1-8-8z" />
        <circle className={styles.seal} cx="56" cy="68" r="9" />
        <path className={styles.hole} d="M53 65h6v6h-6z" />
      </g>
      <path className={styles.sparks} d="M17 30v8m-4-4h8M95 20v10m-5-5h10M100 58v6m-3-3h6" />
    </svg>
  );
}
