import { type MetricFamily, writeHead, writeSample } from "./metricText.ts";

interface Series {
  values: readonly string[];
  count: number;
}

/** Counts of this process since its start. */
export class Counter {
  readonly #family: MetricFamily;
  readonly #series = new Map<string, Series>();

  constructor(family: MetricFamily) {
    this.#family = family;
  }

  /** Adds to the series of these label values. Adding 0 shows a series before anything happens: its first increase is seen then. */
  add(values: readonly string[], by: number): void {
    const key = values.join("\n");
    const series = this.#series.get(key);
    if (series === undefined) this.#series.set(key, { values, count: by });
    else series.count += by;
  }

  format(): string {
    const { name, labels } = this.#family;
    const lines = [...this.#series.values()].map(({ values, count }) => writeSample(name, labels, values, count));
    return writeHead(this.#family, "counter") + lines.join("");
  }
}
