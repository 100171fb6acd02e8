/** What a metric is called and means, as Prometheus reads it. */
export interface MetricFamily {
  name: string;
  help: string;
  /** Names of its labels. Each must have few values: every combination is kept. */
  labels: readonly string[];
}

/** One line of Prometheus text. */
export function writeSample(name: string, labels: readonly string[], values: readonly string[], value: number): string {
  const pairs = labels.map((label, index) => `${label}="${escapeValue(values[index] ?? "")}"`);
  return `${name}${pairs.length === 0 ? "" : `{${pairs.join(",")}}`} ${value}\n`;
}

export function writeHead({ name, help }: MetricFamily, type: "counter" | "histogram"): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
}

function escapeValue(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
