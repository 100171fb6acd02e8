import { type MetricFamily, writeHead, writeSample } from "./metricText.ts";

interface Series {
  values: readonly string[];
  /** How many values fell between each bound and the one before; the last counts those above every bound. */
  counts: number[];
  sum: number;
}

/** How often what was measured was within each bound, in this process since its start. */
export class Histogram {
  readonly #family: MetricFamily;
  readonly #bounds: readonly number[];
  readonly #series = new Map<string, Series>();

  /** @param bounds rising; a value on a bound is within it */
  constructor(family: MetricFamily, bounds: readonly number[]) {
    this.#family = family;
    this.#bounds = bounds;
  }

  observe(values: readonly string[], measured: number): void {
    const series = this.show(values);
    const found = this.#bounds.findIndex((bound) => measured <= bound);
    const place = found === -1 ? this.#bounds.length : found;
    series.counts[place] = (series.counts[place] ?? 0) + 1;
    series.sum += measured;
  }

  /** Shows a series before anything is measured: its first increase is seen then. */
  show(values: readonly string[]): Series {
    const key = values.join("\n");
    let series = this.#series.get(key);
    if (series === undefined) {
      series = { values, counts: Array.from({ length: this.#bounds.length + 1 }, () => 0), sum: 0 };
      this.#series.set(key, series);
    }
    return series;
  }

  format(): string {
    return writeHead(this.#family, "histogram") + [...this.#series.values()].map((one) => this.#write(one)).join("");
  }

  #write({ values, counts, sum }: Series): string {
    const { name, labels } = this.#family;
    let total = 0;
    let text = "";
    for (const [place, count] of counts.entries()) {
      total += count;
      const bound = this.#bounds[place];
      text += writeSample(
        `${name}_bucket`,
        [...labels, "le"],
        [...values, bound === undefined ? "+Inf" : `${bound}`],
        total,
      );
    }
    return text + writeSample(`${name}_sum`, labels, values, sum) + writeSample(`${name}_count`, labels, values, total);
  }
}
