/** A measured value beside the floor it is judged by. */
export interface Figure {
  name: string;
  /** What was measured, in words with units. */
  measured: string;
  /** What it is compared with, measured in the same run; null where the bar is absolute. */
  floor: string | null;
  /** What is compared with the bar. */
  value: number;
  bar: { atMost: number } | { atLeast: number };
  /** Of `value` and `bar`; "×" for a ratio against the floor. */
  unit: string;
}

export function meetsBar({ value, bar }: Figure): boolean {
  return "atMost" in bar ? value <= bar.atMost : value >= bar.atLeast;
}

export function describeFigure(figure: Figure): string {
  const { name, measured, floor, value, bar, unit } = figure;
  const limit = "atMost" in bar ? `≤ ${bar.atMost}` : `≥ ${bar.atLeast}`;
  const verdict = meetsBar(figure) ? "pass" : "FAIL";
  const against = floor === null ? "" : `, floor ${floor}`;
  return `${verdict}  ${name}: ${`${Number(value.toFixed(3))} ${unit}`.trim()} (bar ${limit}); ${measured}${against}`;
}
