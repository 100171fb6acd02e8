import type { ReactNode } from "react";

import { joinClasses } from "#src/components/ui/joinClasses.ts";
import { Link } from "#src/components/ui/Link.tsx";
import styles from "./MoneyRow.module.css";

interface MoneyRowProps {
  /** Left of the text: an Avatar, a small Envelope. */
  before: ReactNode;
  /** Whose or what for. */
  title: ReactNode;
  subtitle: ReactNode;
  /** At the right edge, below each other in a list. */
  amount: ReactNode;
  /** Under the amount: what it is worth. */
  worth?: ReactNode;
  /** Under both: what is special. */
  mark?: ReactNode;
  /** Below everything, as wide as the text: the progress. */
  children?: ReactNode;
  /** In-app path; makes the whole row a link. */
  to?: string;
}

/** One movement of money in a list (`ul`): whose, when and how much. */
export function MoneyRow({ before, title, subtitle, amount, worth, mark, children, to }: MoneyRowProps) {
  const content = (
    <>
      <div className={styles.before}>{before}</div>
      <span className={styles.content}>
        <span className={styles.columns}>
          <span className={styles.text}>
            <span className={styles.title}>{title}</span> <span className={styles.subtitle}>{subtitle}</span>
          </span>{" "}
          <span className={styles.end}>
            <span>{amount}</span> {worth !== undefined && <span className={styles.worth}>{worth}</span>}{" "}
            {mark !== undefined && <span>{mark}</span>}
          </span>
        </span>
        {children}
      </span>
    </>
  );
  return (
    <li className={joinClasses(styles.item, children !== undefined && styles.tall)}>
      {to === undefined ? (
        <div className={styles.row}>{content}</div>
      ) : (
        <Link className={styles.row} to={to}>
          {content}
        </Link>
      )}
    </li>
  );
}
