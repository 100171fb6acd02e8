import styles from "./EmptyPicture.module.css";

/** An open envelope with nothing in it. */
export function EmptyPicture() {
  return (
    <svg className={styles.picture} viewBox="0 0 96 84" width="96" height="84" aria-hidden="true">
      <path className={styles.flap} d="M20 36C26 10 70 10 76 36z" />
      <rect className={styles.inside} x="20" y="34" width="56" height="20" rx="4" />
      <path className={styles.body} d="M20 36c14 13 42 13 56 0v34a8 8 0 0 1-8 8H28a8 8 0 0 1-8-8z" />
      <circle className={styles.seal} cx="48" cy="60" r="7" />
      <path className={styles.sparks} d="M10 22v6m-3-3h6M86 14v8m-4-4h8M88 46v4m-2-2h4" />
    </svg>
  );
}
