import axe from "axe-core";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"];

/** Rules whose result depends on the theme. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/** Axe's findings once all animations have ended, one line each; empty without any. */
export async function findViolations(): Promise<string[]> {
  return await run({ runOnly: RULES });
}

/** The same of colours alone, for a page that was looked at as a whole in another theme. */
export async function findColorViolations(): Promise<string[]> {
  return await run({ runOnly: { type: "rule", values: COLOR_RULES } });
}

async function run(options: axe.RunOptions): Promise<string[]> {
  await settle();
  const { violations } = await axe.run(document.body, options);
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, any }) => `${html} ${JSON.stringify(any[0]?.data)}`).join(" | ")}`,
  );
}

/** Waits for finite animations; endless ones are ignored. */
export async function settle(): Promise<void> {
  const passing = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(passing.map(({ finished }) => finished));
}
