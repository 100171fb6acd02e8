import { useEffect, useRef } from "react";

import styles from "./Confetti.module.css";

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
      stop = () => {
        fire.reset();
      };
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
