export const SECURITY_CODE_LENGTH = 8;

const MEETS = {
  length: (code: string) => Array.from(code).length === SECURITY_CODE_LENGTH,
  /** Printable ASCII without the space; nothing typed yet breaks nothing. */
  characters: (code: string) => /^[!-~]*$/.test(code),
  upperCase: (code: string) => /[A-Z]/.test(code),
  lowerCase: (code: string) => /[a-z]/.test(code),
  digit: (code: string) => /[0-9]/.test(code),
};

/** One part of the rule for a security code. */
export type SecurityCodePart = keyof typeof MEETS;

/** Every part, in the order in which a screen lists them. */
export const SECURITY_CODE_PARTS: readonly SecurityCodePart[] = [
  "length",
  "characters",
  "upperCase",
  "lowerCase",
  "digit",
];

/** The parts of the rule that a typed code does not meet; none for a code that can be set. */
export function listMissingParts(code: string): readonly SecurityCodePart[] {
  return SECURITY_CODE_PARTS.filter((part) => !MEETS[part](code));
}

/** Whether a code can be set: 8 printable ASCII characters, an upper-case and a lower-case letter and a digit among them. */
export function isSecurityCode(code: string): boolean {
  return listMissingParts(code).length === 0;
}
