import lighthouse from "lighthouse";

/** Result of one page load. */
export interface PageLoad {
  /** Of 100. */
  performance: number;
  /** Of 100. */
  accessibility: number;
  /** Ids of failed accessibility audits. */
  barriers: readonly string[];
  lcpMs: number;
  fcpMs: number;
  blockingMs: number;
  layoutShift: number;
}

/**
 * Loads a page with Lighthouse's phone settings (slow 4G and a slow processor, both simulated) in the browser on a
 * port. On a busy machine Lighthouse now and then sees no paint or no trace, so a load that fails is repeated once.
 */
export async function runLighthouse(url: string, port: number): Promise<PageLoad> {
  try {
    return await loadOnce(url, port);
  } catch (error) {
    console.warn(`once more: ${String(error)}`);
    return await loadOnce(url, port);
  }
}

async function loadOnce(url: string, port: number): Promise<PageLoad> {
  const result = await lighthouse(url, { port, logLevel: "error", onlyCategories: ["performance", "accessibility"] });
  if (result === undefined) throw new Error("Lighthouse answered nothing");
  const { audits, categories, runtimeError } = result.lhr;
  if (runtimeError !== undefined) throw new Error(`Lighthouse could not load the page: ${runtimeError.message}`);
  const measure = (id: string): number => {
    const value = audits[id]?.numericValue;
    if (value === undefined) throw new Error(`Lighthouse measured no ${id}`);
    return value;
  };
  const score = (id: string) => Math.round((categories[id]?.score ?? 0) * 100);
  const barriers = (categories["accessibility"]?.auditRefs ?? []).filter(({ id }) => audits[id]?.score === 0);
  return {
    performance: score("performance"),
    accessibility: score("accessibility"),
    barriers: barriers.map(({ id }) => id),
    lcpMs: measure("largest-contentful-paint"),
    fcpMs: measure("first-contentful-paint"),
    blockingMs: measure("total-blocking-time"),
    layoutShift: measure("cumulative-layout-shift"),
  };
}
