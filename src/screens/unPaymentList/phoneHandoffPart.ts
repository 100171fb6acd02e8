import { defineLatePart } from "#src/components/shell/defineLatePart.tsx";

/** Only a desktop needs it; the page loads it ahead. */
export const phoneHandoffPart = defineLatePart(
  async () => (await import("#src/components/shell/PhoneHandoff.tsx")).PhoneHandoff,
);
