import { useEffect, useRef, type CSSProperties } from "react";

import type { Celebration } from "#machines/envelopeClaim/envelopeClaim.view.ts";

import styles from "./Celebration.module.css";

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

/** Of each of two bursts. */
const PARTICLES = 40;

/** Rains once over the page as it appears; nothing under reduced motion. Its code is a chunk of its own. */
export function Confetti() {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let stop: (() => void) | null = null;
    let isGone = false;
    const rain = async (target: HTMLCanvasElement) => {
      const { default: confetti } = await import("canvas-confetti");
      if (isGone) return;
      // Without a worker: it would come from a blob, which the page's policy refuses.
      const fire = confetti.create(target, { resize: true, useWorker: false, disableForReducedMotion: true });
      stop = () => fire.reset();
      const colors = readColors(target);
      const common = { particleCount: PARTICLES, spread: 62, startVelocity: 42, ticks: 170, scalar: 0.95, colors };
      await Promise.all([
        fire({ ...common, angle: 62, origin: { x: 0, y: 0.62 } }),
        fire({ ...common, angle: 118, origin: { x: 1, y: 0.62 } }),
      ]);
    };
    if (canvas.current !== null) {
      rain(canvas.current).catch(() => {
        // Confetti that could not be loaded is left out.
      });
    }
    return () => {
      isGone = true;
      stop?.();
    };
  }, []);
  return <canvas ref={canvas} className={styles.confetti} aria-hidden="true" />;
}

/** The brand's tints, as the page has them. */
function readColors(element: Element): string[] {
  const style = getComputedStyle(element);
  return ["--gold", "--gold-bright", "--paper", "--red-bright"].map((token) => style.getPropertyValue(token).trim());
}
