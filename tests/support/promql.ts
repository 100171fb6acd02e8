/**
 * A small part of PromQL, as docs/grafana/alerts.yml uses it, over scrapes. Unlike Prometheus, `increase` and `rate` take
 * the first and the last sample as they are and extrapolate nothing. Anything else throws.
 */
export interface Scrape {
  atS: number;
  text: string;
}

interface Sample {
  labels: Readonly<Record<string, string>>;
  value: number;
}

interface Series {
  labels: Readonly<Record<string, string>>;
  points: { atS: number; value: number }[];
}

type Value = number | Sample[] | { ranges: Series[] };
/** What an expression is at a time. */
type Evaluate = (atS: number) => Value;

/** How long a sample counts after its scrape. */
const STALE_S = 300;
const UNITS_S: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };
const TOKEN = /\s*([a-zA-Z_][a-zA-Z0-9_]*|[0-9]+(?:\.[0-9]+)?[smh]?|"[^"]*"|>=|<=|==|!=|[-+*/(){}[\],:<>=])/y;

function tokenize(query: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (query.slice(TOKEN.lastIndex).trim() !== "") {
    const [, token] = TOKEN.exec(query) ?? [];
    if (token === undefined) throw new Error(`cannot read ${query}`);
    tokens.push(token);
  }
  return tokens;
}

function readSeconds(text: string): number {
  const unit = UNITS_S[text.at(-1) ?? ""];
  if (unit === undefined) throw new Error(`${text} is no time`);
  return Number(text.slice(0, -1)) * unit;
}

/** The series of these names alone: a scrape has thousands. */
function readScrapes(scrapes: readonly Scrape[], names: readonly string[]): ReadonlyMap<string, Series[]> {
  const line = new RegExp(String.raw`^(${names.join("|")})(?:\{(.*)\})? (\S+)$`, "gm");
  const found = new Map<string, Map<string, Series>>();
  for (const { atS, text } of scrapes) {
    for (const [, name = "", written = "", value] of text.matchAll(line)) {
      const labels = Object.fromEntries(
        [...written.matchAll(/([a-z_]+)="([^"]*)"/g)].map(([, key, text]) => [key, text]),
      );
      const ofName = found.get(name) ?? new Map<string, Series>();
      const series = ofName.get(written) ?? { labels, points: [] as Series["points"] };
      series.points.push({ atS, value: Number(value) });
      found.set(name, ofName.set(written, series));
    }
  }
  return new Map([...found].map(([name, ofName]) => [name, [...ofName.values()]]));
}

const keyOf = (labels: Sample["labels"]) =>
  JSON.stringify(Object.entries(labels).toSorted(([left], [right]) => (left < right ? -1 : 1)));

const AGGREGATIONS: Readonly<Record<string, (values: number[]) => number>> = {
  sum: (values) => values.reduce((left, right) => left + right, 0),
  max: (values) => Math.max(...values),
  min: (values) => Math.min(...values),
};

const OVER_TIME: Readonly<Record<string, (points: Series["points"]) => number | null>> = {
  increase: (points) => (points.length < 2 ? null : (points.at(-1)?.value ?? 0) - (points[0]?.value ?? 0)),
  rate: (points) => {
    const [first, last] = [points[0], points.at(-1)];
    return points.length < 2 || first === undefined || last === undefined
      ? null
      : (last.value - first.value) / (last.atS - first.atS);
  },
  changes: (points) => points.filter(({ value }, index) => index > 0 && value !== points[index - 1]?.value).length,
  min_over_time: (points) => Math.min(...points.map(({ value }) => value)),
};

const ARITHMETIC: Readonly<Record<string, (left: number, right: number) => number>> = {
  "+": (left, right) => left + right,
  "-": (left, right) => left - right,
  "*": (left, right) => left * right,
  "/": (left, right) => left / right,
};

const COMPARISONS: Readonly<Record<string, (left: number, right: number) => boolean>> = {
  ">": (left, right) => left > right,
  "<": (left, right) => left < right,
  ">=": (left, right) => left >= right,
  "<=": (left, right) => left <= right,
  "==": (left, right) => left === right,
};

function asVector(value: Value): Sample[] {
  if (typeof value === "number" || !Array.isArray(value)) throw new Error("a vector is needed");
  return value;
}

/** Joins two sides: scalars with each sample, vectors where their labels are equal. */
function join(left: Value, right: Value, combine: (left: number, right: number) => number | null): Value {
  if (typeof left === "number" && typeof right === "number") return combine(left, right) ?? Number.NaN;
  const on = (samples: Sample[], value: (sample: Sample) => number | null): Sample[] =>
    samples.flatMap((sample) => {
      const joined = value(sample);
      return joined === null ? [] : [{ ...sample, value: joined }];
    });
  if (typeof right === "number") return on(asVector(left), ({ value }) => combine(value, right));
  if (typeof left === "number") return on(asVector(right), ({ value }) => combine(left, value));
  const others = new Map(asVector(right).map(({ labels, value }) => [keyOf(labels), value]));
  return on(asVector(left), ({ labels, value }) => {
    const other = others.get(keyOf(labels));
    return other === undefined ? null : combine(value, other);
  });
}

class Parser {
  readonly #tokens: string[];
  readonly #series: ReadonlyMap<string, Series[]>;

  constructor(query: string, scrapes: readonly Scrape[]) {
    this.#tokens = tokenize(query);
    const names = this.#tokens.filter((token) => /^[a-z]+_[a-z_]+$/.test(token));
    this.#series = readScrapes(scrapes, names);
  }

  readAll(): Evaluate {
    const whole = this.#readOr();
    if (this.#tokens.length > 0) throw new Error(`cannot read ${this.#tokens.join(" ")}`);
    return whole;
  }

  #next(): string {
    const token = this.#tokens.shift();
    if (token === undefined) throw new Error("the query ends too early");
    return token;
  }

  #take(...wanted: string[]): string | null {
    return wanted.includes(this.#tokens[0] ?? "") ? this.#next() : null;
  }

  #expect(token: string): void {
    if (this.#take(token) === null) throw new Error(`${token} is missing before ${this.#tokens.join(" ")}`);
  }

  #readOr(): Evaluate {
    let left = this.#readAnd();
    while (this.#take("or") !== null) {
      const [first, second] = [left, this.#readAnd()];
      left = (atS) => {
        const here = asVector(first(atS));
        const known = new Set(here.map(({ labels }) => keyOf(labels)));
        return [...here, ...asVector(second(atS)).filter(({ labels }) => !known.has(keyOf(labels)))];
      };
    }
    return left;
  }

  #readAnd(): Evaluate {
    let left = this.#readComparison();
    while (this.#take("and") !== null) {
      const [first, second] = [left, this.#readComparison()];
      left = (atS) => join(first(atS), second(atS), (value) => value);
    }
    return left;
  }

  #readComparison(): Evaluate {
    const left = this.#readArithmetic(["+", "-"], () => this.#readArithmetic(["*", "/"], () => this.#readOperand()));
    const holds = COMPARISONS[this.#take(...Object.keys(COMPARISONS)) ?? ""];
    if (holds === undefined) return left;
    const right = this.#readArithmetic(["+", "-"], () => this.#readArithmetic(["*", "/"], () => this.#readOperand()));
    return (atS) => join(left(atS), right(atS), (value, other) => (holds(value, other) ? value : null));
  }

  #readArithmetic(operators: string[], readSide: () => Evaluate): Evaluate {
    let left = readSide();
    for (let operator = this.#take(...operators); operator !== null; operator = this.#take(...operators)) {
      const [first, second, combine] = [left, readSide(), ARITHMETIC[operator]];
      left = (atS) => join(first(atS), second(atS), (value, other) => combine?.(value, other) ?? Number.NaN);
    }
    return left;
  }

  #readOperand(): Evaluate {
    const operand = this.#readBare();
    if (this.#take("[") === null) return operand;
    const rangeS = readSeconds(this.#next());
    this.#expect(":");
    const stepS = readSeconds(this.#next());
    this.#expect("]");
    return (atS) => {
      const byLabels = new Map<string, Series>();
      for (let when = atS - rangeS + stepS; when <= atS; when += stepS) {
        for (const { labels, value } of asVector(operand(when))) {
          const series = byLabels.get(keyOf(labels)) ?? { labels, points: [] };
          series.points.push({ atS: when, value });
          byLabels.set(keyOf(labels), series);
        }
      }
      return { ranges: [...byLabels.values()] };
    };
  }

  #readBare(): Evaluate {
    const token = this.#next();
    if (token === "(") return this.#readUntilClosed();
    if (/^[0-9.]+$/.test(token)) return () => Number(token);
    const aggregate = AGGREGATIONS[token];
    if (aggregate !== undefined) return this.#readAggregation(aggregate);
    if (token === "absent") {
      const inner = this.#readArguments();
      return (atS) => (asVector(inner(atS)).length === 0 ? [{ labels: {}, value: 1 }] : []);
    }
    const overTime = OVER_TIME[token];
    if (overTime === undefined) return this.#readSelector(token);
    const inner = this.#readArguments();
    return (atS) => {
      const value = inner(atS);
      if (typeof value === "number" || Array.isArray(value)) throw new Error(`${token} needs a range`);
      return value.ranges.flatMap(({ labels, points }) => {
        const result = overTime(points);
        return result === null ? [] : [{ labels, value: result }];
      });
    };
  }

  #readArguments(): Evaluate {
    this.#expect("(");
    return this.#readUntilClosed();
  }

  #readUntilClosed(): Evaluate {
    const inner = this.#readOr();
    this.#expect(")");
    return inner;
  }

  #readAggregation(aggregate: (values: number[]) => number): Evaluate {
    const by: string[] = [];
    if (this.#take("by") !== null) {
      this.#expect("(");
      do by.push(this.#next());
      while (this.#take(",") !== null);
      this.#expect(")");
    }
    const inner = this.#readArguments();
    return (atS) => {
      const named = asVector(inner(atS)).map(({ labels, value }) => ({
        labels: Object.fromEntries(by.map((label) => [label, labels[label] ?? ""])),
        value,
      }));
      return [...Map.groupBy(named, ({ labels }) => keyOf(labels)).values()].map((group) => ({
        labels: group[0]?.labels ?? {},
        value: aggregate(group.map(({ value }) => value)),
      }));
    };
  }

  #readSelector(name: string): Evaluate {
    const matchers: ((labels: Sample["labels"]) => boolean)[] = [];
    if (this.#take("{") !== null) {
      do {
        const [label, operator, quoted] = [this.#next(), this.#next(), this.#next()];
        const wanted = quoted.slice(1, -1);
        if (operator !== "=" && operator !== "!=") throw new Error(`${operator} is not known`);
        matchers.push((labels) => ((labels[label] ?? "") === wanted) === (operator === "="));
      } while (this.#take(",") !== null);
      this.#expect("}");
    }
    const series = (this.#series.get(name) ?? []).filter(({ labels }) => matchers.every((fits) => fits(labels)));
    const within = (atS: number, rangeS: number) =>
      series.flatMap(({ labels, points }) => {
        const found = points.filter((point) => point.atS > atS - rangeS && point.atS <= atS);
        return found.length === 0 ? [] : [{ labels, points: found }];
      });
    if (this.#tokens[0] === "[" && this.#tokens[2] === "]") {
      this.#next();
      const rangeS = readSeconds(this.#next());
      this.#expect("]");
      return (atS) => ({ ranges: within(atS, rangeS) });
    }
    return (atS) => within(atS, STALE_S).map(({ labels, points }) => ({ labels, value: points.at(-1)?.value ?? 0 }));
  }
}

/** The labels of what an alert's expression finds at a time. */
function findAlerts(expr: string, scrapes: readonly Scrape[], times: readonly number[]): string[][] {
  const evaluate = new Parser(expr, scrapes).readAll();
  return times.map((atS) => asVector(evaluate(atS)).map(({ labels }) => keyOf(labels)));
}

const EVERY_S = 30;

/** Whether a rule fires at a time: whether it has held for the same labels at each look of its time `for`. */
export function isFiring(rule: { expr: string; for?: string }, scrapes: readonly Scrape[], atS: number): boolean {
  const heldS = rule.for === undefined ? 0 : readSeconds(rule.for);
  const times = Array.from({ length: Math.floor(heldS / EVERY_S) + 1 }, (_, look) => atS - look * EVERY_S);
  const [now = [], ...before] = findAlerts(rule.expr, scrapes, times);
  return now.some((labels) => before.every((found) => found.includes(labels)));
}
