/** Joins class names and leaves out what is absent. */
export function joinClasses(...names: readonly (string | false | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
