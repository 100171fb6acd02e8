import type { components } from "#contract/schema.d.ts";

/** Whether it is the person's own: only its sender is told of its life, and of the passphrase where it has one. */
export function isSentByMe({ passphrase, life }: components["schemas"]["Envelope"]): boolean {
  return passphrase !== null || life !== undefined;
}
