import type { Page } from "playwright";
import texts from "#locales/en/proof.json" with { type: "json" };

/**
 * Gives papers to the page that checks draws; resolves with what it tells. `beacon` is what a relay answers to `info`: the
 * page knows the public one alone.
 */
export async function checkPapers(page: Page, papers: string, beacon: string): Promise<string> {
  await page.getByLabel(texts.page.papers).fill(papers);
  if (!(await page.getByLabel(texts.page.beacon).isVisible())) await page.getByText(texts.page.more).click();
  await page.getByLabel(texts.page.beacon).fill(beacon);
  await page.getByRole("button", { name: texts.page.start }).click();
  await page.getByText(texts.page.working).waitFor({ state: "detached" });
  return page.locator("[aria-live]").innerText();
}
