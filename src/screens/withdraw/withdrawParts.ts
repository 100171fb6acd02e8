import { defineLatePart } from "#src/components/shell/defineLatePart.tsx";

/** Only coins that nothing pays out need it. */
export const withdrawClosedPart = defineLatePart(async () => (await import("./WithdrawClosed.tsx")).WithdrawClosed);

/** Few are paused. */
export const spendingBlocksPart = defineLatePart(
  async () => (await import("#src/components/account/SpendingBlocks.tsx")).SpendingBlocks,
);

/** The form is there without it. */
export const belowFormPart = defineLatePart(async () => (await import("./BelowForm.tsx")).BelowForm);

/** Most of a visit goes to the form, which needs none of it; the form loads it ahead. */
export const withdrawStepsPart = defineLatePart(async () => (await import("./WithdrawSteps.tsx")).WithdrawSteps);
