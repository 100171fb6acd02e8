/** A picture's name as a file's, without an extension. */
export function toFileName(name: string): string {
  return name.replaceAll(/[^\w.()-]+/gu, "-");
}
