import styles from "./Picks.module.css";

interface PicksProps {
  /** Names the list for screen readers. */
  label: string;
  picks: readonly { value: string; text: string }[];
  /** What the field holds now. */
  chosen: string | null;
  onPick: (value: string) => void;
}

/** What can be put into a field by one tap. */
export function Picks({ label, picks, chosen, onPick }: PicksProps) {
  return (
    <ul className={styles.picks} aria-label={label}>
      {picks.map(({ value, text }) => (
        <li key={value}>
          <button type="button" className={styles.pick} aria-pressed={value === chosen} onClick={() => onPick(value)}>
            {text}
          </button>
        </li>
      ))}
    </ul>
  );
}
