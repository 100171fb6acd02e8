/** The next press is no second tap of a double tap, as if half a second had passed: whoever types has seen the button. */
export function lookAtButton(): void {
  window.dispatchEvent(new Event("input"));
}
