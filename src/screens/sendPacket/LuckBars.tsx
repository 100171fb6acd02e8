import styles from "./LuckBars.module.css";

/** As wide as a draw, in units of the picture. */
const WIDTH = 1000;
const BAR = 8;
const ROW = 12;
/** Left between two shares, where they are wide enough. */
const GAP = 4;

/** Each draw is a bar, and each share its part of it, the greatest first. The words beside it tell the same. */
export function LuckBars({ draws }: { draws: readonly (readonly string[])[] }) {
  const bars = draws.map(layOut);
  return (
    <svg
      className={styles.bars}
      viewBox={`0 0 ${String(WIDTH)} ${String(draws.length * ROW)}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path className={styles.best} d={bars.map(([best = ""]) => best).join("")} />
      <path className={styles.share} d={bars.flatMap(([, ...others]) => others).join("")} />
    </svg>
  );
}

/** The path of each share of a draw. */
function layOut(draw: readonly string[], place: number): string[] {
  const shares = draw.map(Number);
  const total = shares.reduce((sum, share) => sum + share, 0);
  let start = 0;
  return shares.map((share) => {
    const full = (share / total) * WIDTH;
    const width = Math.max(full * 0.9, full - GAP);
    const path = `M${start.toFixed(1)} ${String(place * ROW)}h${width.toFixed(1)}v${String(BAR)}h-${width.toFixed(1)}z`;
    start += full;
    return path;
  });
}
