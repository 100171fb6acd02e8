import { defineLatePart } from "#src/components/shell/defineLatePart.tsx";

/** Whoever chooses an order needs none of it; the page loads it ahead. */
export const paymentCoursePart = defineLatePart(async () => (await import("./PaymentCourse.tsx")).PaymentCourse);
