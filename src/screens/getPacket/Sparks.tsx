import type { CSSProperties } from "react";

import styles from "./Sparks.module.css";

/** Where each spark flies, in parts of the box's width and height, and how large it is beside the others. */
const SPARKS = [
  [-0.52, -0.18, 1],
  [-0.4, -0.34, 0.7],
  [-0.2, -0.42, 0.9],
  [0.04, -0.46, 0.6],
  [0.24, -0.4, 1],
  [0.42, -0.32, 0.7],
  [0.54, -0.14, 0.9],
  [-0.58, 0.06, 0.6],
  [0.58, 0.08, 0.7],
] as const;

/** A few gold sparks fly out of the middle of the box around, once. */
export function Sparks() {
  return (
    <div className={styles.sparks} aria-hidden="true">
      {SPARKS.map(([x, y, size]) => (
        <i key={`${x} ${y}`} style={{ "--x": x, "--y": y, "--size": size } as CSSProperties} />
      ))}
    </div>
  );
}
