/** A measured value and the value it is compared with. */
export interface Figure {
  name: string;
  /** What was measured, with units. */
  measured: string;
  /** What it is compared with, measured in the same run; null for an absolute bar. */
  floor: string | null;
  /** The value that is compared with the bar. */
  value: number;
  bar: { atMost: number } | { atLeast: number };
  /** Unit of `value` and `bar`; "×" for a ratio. */
  unit: string;
}

export function meetsBar({ value, bar }: Figure): boolean {
  return "atMost" in bar ? value <= bar.atMost : value >= bar.atLeast;
}

export function describeFigure(figure: Figure): string {
  const { name, measured, floor, value, bar, unit } = figure;
  const limit = "atMost" in bar ? `≤ ${bar.atMost}` : `≥ ${bar.atLeast}`;
  const verdict = meetsBar(figure) ? "met   " : "missed";
  const against = floor === null ? "" : `, floor ${floor}`;
  return `${verdict} ${name}: ${`${Number(value.toFixed(3))} ${unit}`.trim()} (bar ${limit}); ${measured}${against}`;
}

/** The middle of an odd number of values, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const low = sorted[Math.floor((sorted.length - 1) / 2)];
  const high = sorted[Math.ceil((sorted.length - 1) / 2)];
  if (low === undefined || high === undefined) throw new Error("nothing has no median");
  return (low + high) / 2;
}
