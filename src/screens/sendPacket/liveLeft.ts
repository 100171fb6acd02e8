import type { PaidHere } from "#machines/envelopeSend/envelopeSend.setup.ts";

/** State of the history entry of a live envelope: what leads back to it. */
export interface LiveLeft extends PaidHere {
  /** Whether the page is the one that the envelope was written on, and still runs. */
  isFormPage: boolean;
}
