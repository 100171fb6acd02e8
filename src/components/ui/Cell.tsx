import type { ReactNode } from "react";

import styles from "./Cell.module.css";
import { Icon } from "./Icon.tsx";
import { Link } from "./Link.tsx";

interface CellProps {
  title: ReactNode;
  subtitle?: ReactNode;
  /** Left of the text: an Avatar, an Icon. */
  before?: ReactNode;
  /** Right of the text, or below it where both do not fit: an Amount, a Badge. */
  after?: ReactNode;
  /** In-app path; makes the whole cell a link. */
  to?: string;
  /** Makes the whole cell a button. */
  onClick?: (() => void) | undefined;
  /** Whether what the cell unfolds is shown; absent where it unfolds nothing. */
  isOpen?: boolean;
}

/** One row of a list. */
export function Cell({ title, subtitle, before, after, to, onClick, isOpen }: CellProps) {
  const content = (
    <>
      {before !== undefined && <span className={styles.before}>{before}</span>}
      <span className={styles.content}>
        <span className={styles.text}>
          <span className={styles.title}>{title}</span>
          {subtitle !== undefined && <span className={styles.subtitle}>{subtitle}</span>}
        </span>
        {after !== undefined && <span className={styles.after}>{after}</span>}
      </span>
      {(to !== undefined || onClick !== undefined) && (
        <span className={styles.chevron} data-open={isOpen}>
          <Icon name="chevronRight" sizePx={20} />
        </span>
      )}
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
      <button type="button" className={styles.cell} aria-expanded={isOpen} onClick={onClick}>
        {content}
      </button>
    );
  }
  return <div className={styles.cell}>{content}</div>;
}
