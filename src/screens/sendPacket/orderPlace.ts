/** State of the history entry of an order. */
export interface OrderPlace {
  /** Whether the page is the one that the envelope was written on, and still runs. */
  isFormPage: boolean;
}
