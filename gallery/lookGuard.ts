import path from "node:path";

/**
 * How primitives are compared with their pictures in references/. Builds of Chromium smooth letters and curves a little
 * differently, which changes a few pixels at edges; these do not count. Another padding or colour changes whole areas.
 */
export const LOOK_GUARD = {
  comparatorName: "pixelmatch" as const,
  comparatorOptions: { threshold: 0.03, allowedMismatchedPixelRatio: 0.002 },
  resolveScreenshotPath: ({ arg, ext }: { arg: string; ext: string }) =>
    path.join(import.meta.dirname, "references", `${arg}${ext}`),
  resolveDiffPath: ({ arg, ext }: { arg: string; ext: string }) =>
    path.join(import.meta.dirname, "report/guard", `${arg}${ext}`),
};
