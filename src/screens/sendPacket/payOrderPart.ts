import { defineLatePart } from "#src/components/shell/defineLatePart.tsx";

/** Only orders that are paid inside the messenger need it. */
export const payOrderPart = defineLatePart(async () => (await import("./PayOrder.tsx")).PayOrder);
