/** What a metric is called and means, as Prometheus reads it. */
interface MetricFamily {
  name: string;
  help: string;
  /** Names of its labels. Each must have few values: every combination is kept. */
  labels: readonly string[];
}

/** One line of Prometheus text. */
function writeSample(name: string, labels: readonly string[], values: readonly string[], value: number): string {
  const pairs = labels.map((label, index) => `${label}="${escapeValue(values[index] ?? "")}"`);
  return `${name}${pairs.length === 0 ? "" : `{${pairs.join(",")}}`} ${value}\n`;
}

function writeHead({ name, help }: MetricFamily, type: "counter" | "histogram"): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
}

function escapeValue(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}

interface Count {
  values: readonly string[];
  count: number;
}

/** Counts of this process since its start. */
export class Counter {
  readonly #family: MetricFamily;
  readonly #series = new Map<string, Count>();

  constructor(family: MetricFamily) {
    this.#family = family;
  }

  /** Adds to the series of these label values. Adding 0 shows a series from the start, so that its first increase is seen. */
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

interface Distribution {
  values: readonly string[];
  /** How many values fell between each bound and the one before; the last counts those above every bound. */
  counts: number[];
  sum: number;
}

/** How often what was measured was within each bound, in this process since its start. */
export class Histogram {
  readonly #family: MetricFamily;
  readonly #bounds: readonly number[];
  readonly #series = new Map<string, Distribution>();

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
  show(values: readonly string[]): Distribution {
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

  #write({ values, counts, sum }: Distribution): string {
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
