import { lazyPart } from "#src/components/shell/lazyPart.tsx";

/** Only coins that nothing pays out need it. */
export const withdrawClosedPart = lazyPart(async () => (await import("./WithdrawClosed.tsx")).WithdrawClosed);

/** Few are paused. */
export const spendingBlocksPart = lazyPart(
  async () => (await import("#src/components/account/SpendingBlocks.tsx")).SpendingBlocks,
);

/** The form is there without it. */
export const belowFormPart = lazyPart(async () => (await import("./BelowForm.tsx")).BelowForm);

/** Most of a visit goes to the form, which needs none of it; the form loads it ahead. */
export const withdrawStepsPart = lazyPart(async () => (await import("./WithdrawSteps.tsx")).WithdrawSteps);
