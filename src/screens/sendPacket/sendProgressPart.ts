import { defineLatePart } from "#src/components/shell/defineLatePart.tsx";
import { NotLoaded } from "#src/components/shell/NotLoaded.tsx";

/** Most of a visit goes to the form, which needs none of it; the form loads it ahead. */
export const sendProgressPart = defineLatePart(
  async () => (await import("./SendProgress.tsx")).SendProgress,
  NotLoaded,
);
