import axe from "axe-core";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"];

/** What axe finds wrong with the page as it stands, one line each; empty when nothing is. */
export async function findViolations(): Promise<string[]> {
  const { violations } = await axe.run(document.body, { runOnly: RULES });
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, any }) => `${html} ${JSON.stringify(any[0]?.data)}`).join(" | ")}`,
  );
}
