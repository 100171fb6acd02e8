/** A part of a chart's `setup` or configuration, whose types a mutation does not need. */
export type ChartPart = { readonly [key: string]: unknown };

/** What a chart is made of: the argument of `setup` and that of `createMachine`. */
export interface ChartSource {
  readonly setup: ChartPart;
  readonly config: ChartPart;
}

/** One small mistake in a chart. */
export interface Mutant {
  /** What is wrong with it, e.g. `idle on.ui.try#0: target done instead of working`. */
  readonly id: string;
  /** Where the mistake is. */
  readonly path: readonly (string | number)[];
  /** Undefined takes the part out. */
  readonly value: unknown;
}

type Path = readonly (string | number)[];

/** XState's own, since the chart's module may be loaded with another one. */
export interface Tools {
  readonly assign: (assignment: ChartPart) => unknown;
  readonly not: (guard: unknown) => unknown;
}

/** Transitions, actions and invokes are written alone or as a list. */
function listOf(value: unknown): readonly unknown[] {
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
}

function isPart(value: unknown): value is ChartPart {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function getParts(value: unknown): [string, ChartPart][] {
  return isPart(value) ? Object.entries(value).filter((entry): entry is [string, ChartPart] => isPart(entry[1])) : [];
}

function getActionName(action: unknown): string {
  if (typeof action === "string") return action;
  return isPart(action) ? String(action["type"]) : (action as () => void).name;
}

/** The fields of `assign({ … })`; none where a function makes them. */
function getAssigned(action: unknown): ChartPart | undefined {
  const { type, assignment } = (typeof action === "function" ? action : {}) as { type?: unknown; assignment?: unknown };
  return type === "xstate.assign" && isPart(assignment) ? assignment : undefined;
}

/** Every small mistake that a hand could make in a chart: one edge, guard, action, assigned field, delay, input or output at a time. */
export class MutantList {
  readonly mutants: Mutant[] = [];
  readonly #source: ChartSource;
  readonly #tools: Tools;
  /** The actions that the chart names. What several charts share may have more. */
  readonly #named = new Set<string>();

  constructor(source: ChartSource, tools: Tools) {
    this.#source = source;
    this.#tools = tools;
    this.#addNode("(machine)", source.config, ["config"], {});
    for (const [name, ms] of Object.entries(isPart(source.setup["delays"]) ? source.setup["delays"] : {}))
      if (typeof ms === "number") this.#add(`delay ${name}: twice as long`, ["setup", "delays", name], 2 * ms);
    for (const [name, action] of Object.entries(isPart(source.setup["actions"]) ? source.setup["actions"] : {}))
      if (this.#named.has(name)) this.#addFields(`action ${name}`, action, ["setup", "actions", name]);
  }

  #add(id: string, path: Path, value?: unknown): void {
    this.mutants.push({ id, path, value });
  }

  #addNode(name: string, node: ChartPart, path: Path, siblings: ChartPart): void {
    const states = isPart(node["states"]) ? node["states"] : {};
    const other = Object.keys(states).find((key) => key !== node["initial"]);
    if (typeof node["initial"] === "string" && other !== undefined)
      this.#add(`${name}: starts in ${other}`, [...path, "initial"], other);
    if ("output" in node) this.#add(`${name}: no output`, [...path, "output"]);
    for (const key of ["entry", "exit"]) this.#addActions(`${name} ${key}`, node[key], [...path, key]);
    for (const key of ["on", "after"])
      for (const [event, transitions] of Object.entries(isPart(node[key]) ? node[key] : {}))
        this.#addTransitions(`${name} ${key}.${event}`, transitions, [...path, key, event], siblings);
    for (const key of ["always", "onDone"]) this.#addTransitions(`${name} ${key}`, node[key], [...path, key], siblings);
    for (const [index, invoke] of listOf(node["invoke"]).entries()) {
      const at = Array.isArray(node["invoke"]) ? [...path, "invoke", index] : [...path, "invoke"];
      if (isPart(invoke)) this.#addInvoke(`${name} ${String(invoke["id"])}`, invoke, at, siblings);
    }
    for (const [key, child] of getParts(states))
      this.#addNode(name === "(machine)" ? key : `${name}.${key}`, child, [...path, "states", key], states);
  }

  #addInvoke(name: string, invoke: ChartPart, path: Path, siblings: ChartPart): void {
    this.#add(`${name}: not invoked`, path);
    if ("input" in invoke) this.#add(`${name}: no input`, [...path, "input"]);
    for (const key of ["onDone", "onError", "onSnapshot"])
      this.#addTransitions(`${name} ${key}`, invoke[key], [...path, key], siblings);
  }

  #addTransitions(name: string, transitions: unknown, path: Path, siblings: ChartPart): void {
    for (const [index, transition] of listOf(transitions).entries()) {
      const at = Array.isArray(transitions) ? [...path, index] : path;
      const id = `${name}#${String(index)}`;
      const { target, guard, reenter, actions } = isPart(transition)
        ? transition
        : { target: transition, guard: undefined, reenter: undefined, actions: undefined };
      this.#add(`${id}: not there`, at);
      if (target !== undefined) {
        const other = Object.keys(siblings).find((key) => key !== target);
        const edited = isPart(transition) ? { ...transition, target: other } : other;
        this.#add(`${id}: target ${other ?? "none"} instead of ${JSON.stringify(target)}`, at, edited ?? {});
      }
      if (guard !== undefined) {
        this.#add(`${id}: no guard`, [...at, "guard"]);
        this.#add(`${id}: guard turned round`, [...at, "guard"], this.#tools.not(guard));
      }
      if (reenter === true) this.#add(`${id}: not entered again`, [...at, "reenter"]);
      this.#addActions(id, actions, [...at, "actions"]);
    }
  }

  #addActions(name: string, actions: unknown, path: Path): void {
    for (const [index, action] of listOf(actions).entries()) {
      const at = Array.isArray(actions) ? [...path, index] : path;
      this.#named.add(getActionName(action));
      this.#add(`${name}: without the action ${getActionName(action)}`, at);
      this.#addFields(name, action, at);
    }
  }

  #addFields(name: string, action: unknown, path: Path): void {
    const fields = getAssigned(action);
    for (const field of Object.keys(fields ?? {})) {
      const rest = Object.fromEntries(Object.entries(fields ?? {}).filter(([key]) => key !== field));
      this.#add(`${name}: leaves ${field} as it was`, path, this.#tools.assign(rest));
    }
  }

  /** The chart with one of the mistakes. */
  apply({ path, value }: Mutant): ChartSource {
    return setIn(this.#source, path, value) as ChartSource;
  }
}

function setIn(part: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(part)) {
    const list: unknown[] = part;
    return list
      .map((item, index) => (index === key ? setIn(item, rest, value) : item))
      .filter((item, index) => index !== key || item !== undefined);
  }
  const changed = setIn((part as ChartPart)[key], rest, value);
  return changed === undefined
    ? Object.fromEntries(Object.entries(part as ChartPart).filter(([name]) => name !== key))
    : { ...(part as ChartPart), [key]: changed };
}
