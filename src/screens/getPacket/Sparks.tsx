import type { CSSProperties } from "react";

import type { Celebration } from "#machines/envelopeClaim/envelopeClaim.view.ts";

import styles from "./Sparks.module.css";

/** A small share sparkles all around as well. */
const COUNTS: Readonly<Record<Celebration, number>> = { share: 14, lucky: 20, bestLuck: 26 };

/** Of a circle: each spark flies where none before it did, however many there are. */
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

/** Gold sparks fly out of the letter once, more of them with more luck. */
export function Sparks({ celebration }: { celebration: Celebration }) {
  return (
    <div className={styles.sparks} aria-hidden="true">
      {Array.from({ length: COUNTS[celebration] }, (_, index) => (
        <i key={index} style={placeSpark(index)} />
      ))}
    </div>
  );
}

/** Where it flies, in parts of the box's width, how large it is beside the others, and when it starts. */
function placeSpark(index: number): CSSProperties {
  const reach = 0.52 + 0.1 * (index % 3);
  const angle = index * GOLDEN_ANGLE;
  return {
    "--x": reach * Math.cos(angle),
    "--y": 0.8 * reach * Math.sin(angle),
    "--size": 1 - 0.22 * (index % 3),
    "--delay": `${String((index % 4) * 40)}ms`,
  } as CSSProperties;
}
