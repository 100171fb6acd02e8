import axe from "axe-core";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"];

/** What axe finds wrong with the page once it has come to rest, one line each; empty when nothing is. */
export async function findViolations(): Promise<string[]> {
  await settle();
  const { violations } = await axe.run(document.body, { runOnly: RULES });
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, any }) => `${html} ${JSON.stringify(any[0]?.data)}`).join(" | ")}`,
  );
}

/** Waits for what fades or moves to its place; what goes on for ever is left to. */
async function settle(): Promise<void> {
  const passing = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(passing.map(({ finished }) => finished));
}
