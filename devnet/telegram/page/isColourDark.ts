/** Whether white text is readable on a colour, by perceived brightness. */
export function isColourDark(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue < 150;
}
