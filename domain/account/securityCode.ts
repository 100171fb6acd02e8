export const SECURITY_CODE_LENGTH = 8;

const MEETS = {
  length: (code: string) => Array.from(code).length === SECURITY_CODE_LENGTH,
  /** Printable ASCII without the space; an empty input breaks no rule. */
  characters: (code: string) => /^[!-~]*$/.test(code),
  upperCase: (code: string) => /[A-Z]/.test(code),
  lowerCase: (code: string) => /[a-z]/.test(code),
  digit: (code: string) => /[0-9]/.test(code),
};

/** One part of the rule for a security code. */
export type SecurityCodePart = keyof typeof MEETS;

/** Every part, in the order of the screen. */
export const SECURITY_CODE_PARTS: readonly SecurityCodePart[] = [
  "length",
  "characters",
  "upperCase",
  "lowerCase",
  "digit",
];

/** The parts of the rule that a typed code does not meet; none for a valid code. */
export function listMissingParts(code: string): readonly SecurityCodePart[] {
  return SECURITY_CODE_PARTS.filter((part) => !MEETS[part](code));
}

/**
 * Whether a code is valid: 8 printable ASCII characters, with an upper-case letter, a lower-case letter and a digit.
 */
export function isSecurityCode(code: string): boolean {
  return listMissingParts(code).length === 0;
}
