import { defineLatePart } from "#src/components/shell/defineLatePart.tsx";
import { NotLoaded } from "#src/components/shell/NotLoaded.tsx";

/** Only orders that are paid inside the messenger need it. */
export const payOrderPart = defineLatePart(async () => (await import("./PayOrder.tsx")).PayOrder, NotLoaded);
