import { defineLatePart } from "#src/components/shell/defineLatePart.tsx";

/** Typing works without it, so nothing stands in its place where it cannot be loaded. */
export const pasteButtonPart = defineLatePart(
  async () => (await import("./PasteButton.tsx")).PasteButton,
  () => null,
);
