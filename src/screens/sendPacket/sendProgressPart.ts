import { defineLatePart } from "#src/components/shell/defineLatePart.tsx";

/** Most of a visit goes to the form, which needs none of it; the form loads it ahead. */
export const sendProgressPart = defineLatePart(async () => (await import("./SendProgress.tsx")).SendProgress);
