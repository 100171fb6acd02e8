import path from "node:path";

/**
 * How primitives are compared with their pictures in references/. Other builds of Chromium smooth letters and curves a
 * little otherwise, which changes few pixels, and those at edges, which do not count at all; another padding or colour
 * changes whole areas.
 */
export const LOOK_GUARD = {
  comparatorName: "pixelmatch" as const,
  comparatorOptions: { threshold: 0.03, allowedMismatchedPixelRatio: 0.002 },
  resolveScreenshotPath: ({ arg, ext }: { arg: string; ext: string }) =>
    path.join(import.meta.dirname, "references", `${arg}${ext}`),
  resolveDiffPath: ({ arg, ext }: { arg: string; ext: string }) =>
    path.join(import.meta.dirname, "report/guard", `${arg}${ext}`),
};
