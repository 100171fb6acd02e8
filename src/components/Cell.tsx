import type { ReactNode } from "react";
import { Link } from "./Link.tsx";

import styles from "./Cell.module.css";

interface CellProps {
  title: ReactNode;
  subtitle?: ReactNode;
  /** Left of the text: an Avatar, an icon. */
  before?: ReactNode;
  /** Right of the text: an Amount, a Badge. */
  after?: ReactNode;
  /** In-app path; makes the whole cell a link. */
  to?: string;
  /** Makes the whole cell a button. */
  onClick?: () => void;
}

/** One row of a list. */
export function Cell({ title, subtitle, before, after, to, onClick }: CellProps) {
  const content = (
    <>
      {before !== undefined && <span className={styles.before}>{before}</span>}
      <span className={styles.text}>
        <span className={styles.title}>{title}</span>
        {subtitle !== undefined && <span className={styles.subtitle}>{subtitle}</span>}
      </span>
      {after !== undefined && <span className={styles.after}>{after}</span>}
      {(to !== undefined || onClick !== undefined) && <span className={styles.chevron} aria-hidden="true" />}
    </>
  );
  if (to !== undefined) {
    return (
      <Link className={styles.cell} to={to}>
        {content}
      </Link>
    );
  }
  if (onClick !== undefined) {
    return (
      <button type="button" className={styles.cell} onClick={onClick}>
        {content}
      </button>
    );
  }
  return <div className={styles.cell}>{content}</div>;
}
