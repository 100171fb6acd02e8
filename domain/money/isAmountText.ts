const AMOUNT = /^(0|[1-9][0-9]*)(\.[0-9]{1,6})?$/;

/** Whether a text is a request amount: a plain decimal with at most six decimals and no leading zeros. */
export function isAmountText(text: string): boolean {
  return AMOUNT.test(text);
}
