import styles from "./Checklist.module.css";
import { Icon } from "./Icon.tsx";

interface ChecklistProps {
  /** Names the list for screen readers. */
  label: string;
  items: readonly { name: string; text: string; isMet: boolean }[];
  /** What screen readers hear behind each item. */
  metLabel: string;
  unmetLabel: string;
}

/** Conditions, each with a mark whether it is met; the marks change as one types. */
export function Checklist({ label, items, metLabel, unmetLabel }: ChecklistProps) {
  return (
    <ul className={styles.list} aria-label={label}>
      {items.map(({ name, text, isMet }) => (
        <li key={name} className={styles.item} data-met={isMet || undefined}>
          <span className={styles.mark}>{isMet && <Icon name="check" sizePx={14} />}</span>
          <span>
            {text}
            <span className="visually-hidden"> {isMet ? metLabel : unmetLabel}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
