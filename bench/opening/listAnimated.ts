import type { Frame } from "playwright";

/**
 * Lists the CSS properties that the page animates when the next envelope opens. Disturbs timing, so nothing is timed
 * meanwhile.
 */
export async function listAnimated(frame: Frame): Promise<string[]> {
  return await frame.evaluate(async () => {
    while (document.querySelector("[data-state=opening]") === null) await new Promise(requestAnimationFrame);
    const own = new Set(["offset", "computedOffset", "easing", "composite"]);
    const names = document
      .getAnimations()
      .map(({ effect }) => effect)
      .filter((effect) => effect instanceof KeyframeEffect)
      .flatMap((effect) => effect.getKeyframes().flatMap((keyframe) => Object.keys(keyframe)));
    while (document.querySelector("[data-state=opened]") === null) await new Promise(requestAnimationFrame);
    return [...new Set(names)].filter((name) => !own.has(name));
  });
}
