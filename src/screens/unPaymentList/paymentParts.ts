import { lazyPart } from "#src/components/shell/lazyPart.tsx";

/** Whoever chooses an order needs none of it; the page loads it ahead. */
export const paymentCoursePart = lazyPart(async () => (await import("./PaymentCourse.tsx")).PaymentCourse);

/** Only a desktop needs it; the page loads it ahead. */
export const phoneHandoffPart = lazyPart(
  async () => (await import("#src/components/shell/PhoneHandoff.tsx")).PhoneHandoff,
);
