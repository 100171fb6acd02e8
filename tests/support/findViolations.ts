import axe from "axe-core";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"];

/** What can be right in one theme and wrong in another. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/** What axe finds wrong with the page once it has come to rest, one line each; empty when nothing is. */
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

/** Waits for what fades or moves to its place; what goes on for ever is left to. */
async function settle(): Promise<void> {
  const passing = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(passing.map(({ finished }) => finished));
}
