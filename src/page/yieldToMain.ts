/** Lets the browser paint and answer touches before the next part of a long piece of work. */
export function yieldToMain(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
