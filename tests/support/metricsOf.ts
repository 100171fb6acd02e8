/** A metric and its labels, as a query names them. */
export interface NamedMetric {
  name: string;
  labels: readonly string[];
}

/** What a scrape emits: the labels of each series by its name. */
export function readScrape(text: string): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const line of text.split("\n")) {
    const [, name, labels = ""] = /^([a-z_]+)(?:\{(.*)\})? /.exec(line) ?? [];
    if (name === undefined || line.startsWith("#")) continue;
    const known = found.get(name) ?? new Set();
    for (const [, label = ""] of labels.matchAll(/([a-z_]+)="/g)) known.add(label);
    found.set(name, known);
  }
  return found;
}

/** The metrics of a PromQL query. Labels of `by (…)` count for each metric before the next aggregation of them. */
export function readQuery(query: string): NamedMetric[] {
  const metrics: NamedMetric[] = [];
  let grouped: string[] = [];
  const token = /\bby \(([^)]*)\)|\b((?:hongbao|process)_[a-z_]+)(?:\{([^}]*)\})?|\b(?:sum|max|min|avg)\(/g;
  for (const [, by, name, matchers = ""] of query.matchAll(token)) {
    if (by !== undefined) grouped = by.split(",").map((label) => label.trim());
    else if (name === undefined) grouped = [];
    else {
      const own = [...matchers.matchAll(/([a-z_]+)\s*(?:=~|!~|!=|=)/g)].map(([, label = ""]) => label);
      metrics.push({ name, labels: [...own, ...grouped] });
    }
  }
  return metrics;
}
