import styles from "./Tokens.module.css";

/** A background's purpose, with the texts that are used on it. */
const GROUNDS = [
  { ground: "--page", texts: ["--text", "--muted", "--accent"] },
  { ground: "--surface", texts: ["--text", "--muted", "--accent"] },
  { ground: "--stage", texts: ["--on-stage", "--on-stage-muted"] },
  { ground: "--red", texts: ["--on-red"] },
  { ground: "--gold", texts: ["--on-gold"] },
  { ground: "--paper", texts: ["--on-paper", "--on-paper-muted"] },
  { ground: "--good-soft", texts: ["--good"] },
  { ground: "--warn-soft", texts: ["--warn"] },
  { ground: "--bad-soft", texts: ["--bad"] },
] as const;
const SIZES = ["--size-s", "--size-m", "--size-l", "--size-xl", "--size-hero"] as const;

/** Backgrounds with their texts, and sizes, in the present theme. */
export function Tokens() {
  return (
    <main className={styles.tokens}>
      <h1 className="visually-hidden">Tokens</h1>
      <ul className={styles.grounds}>
        {GROUNDS.map(({ ground, texts }) => (
          <li key={ground} className={styles.ground} style={{ background: `var(${ground})` }}>
            {texts.map((text) => (
              <span key={text} style={{ color: `var(${text})` }}>
                {text}
              </span>
            ))}
            <code style={{ color: `var(${texts[0]})` }}>{ground}</code>
          </li>
        ))}
      </ul>
      {SIZES.map((size) => (
        <p key={size} className={styles.size} style={{ fontSize: `var(${size})` }}>
          {size} 0.88
        </p>
      ))}
    </main>
  );
}
