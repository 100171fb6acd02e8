import { AsyncResource } from "node:async_hooks";
import type { Pool, PoolClient } from "pg";
import type { SpanStart, Tracing } from "#server/telemetry/tracing.ts";

type Query = (...args: unknown[]) => unknown;
type Callback = (error: unknown, ...rest: unknown[]) => void;
type OnClient = Parameters<Pool["connect"]>[0];

/**
 * Makes a span of each statement that belongs to a span. Others have nobody to be told of: each look for work would be a
 * trace of its own.
 */
export function traceStatements(pool: Pool, tracing: Tracing): void {
  const connect = pool.connect.bind(pool) as (onClient?: OnClient) => unknown;
  // A waiting caller gets its connection in the context of who gave it back.
  const connectInContext = (onClient?: OnClient) =>
    onClient === undefined ? connect() : connect(AsyncResource.bind(onClient));
  pool.connect = connectInContext as Pool["connect"];
  pool.on("connect", (client) => traceClient(client, tracing));
}

function traceClient(client: PoolClient, tracing: Tracing): void {
  const query = client.query.bind(client) as Query;
  const tracedQuery: Query = (...args) => {
    const start = describe(args[0]);
    if (start === null || tracing.current() === undefined) return query(...args);
    const place = args.findIndex((arg) => typeof arg === "function");
    if (place === -1) return tracing.trace(start, async () => query(...args));
    const span = tracing.start(start);
    const done = args[place] as Callback;
    const finish: Callback = (error, ...rest) => {
      if (error !== undefined && error !== null) tracing.fail(span, error);
      span.end();
      done(error, ...rest);
    };
    return query(...args.with(place, finish));
  };
  client.query = tracedQuery as PoolClient["query"];
}

/** Null for a cursor, which is no single statement. */
function describe(statement: unknown): SpanStart | null {
  if (typeof statement === "string") return startOf(statement, undefined);
  if (typeof statement !== "object" || statement === null || "submit" in statement) return null;
  const { text, name } = statement as { text?: unknown; name?: unknown };
  return typeof text === "string" ? startOf(text, typeof name === "string" ? name : undefined) : null;
}

/** Neither the text nor its parameters: both may hold what nobody outside may read. */
function startOf(text: string, prepared: string | undefined): SpanStart {
  const { verb, table } = nameStatement(text);
  return {
    name: prepared ?? (table === null ? verb : `${verb} ${table}`),
    kind: "client",
    attributes: {
      "db.system.name": "postgresql",
      "db.operation.name": verb,
      ...(table === null ? {} : { "db.collection.name": table }),
    },
  };
}

/** What a statement does, and to which table. */
interface NamedStatement {
  /** e.g. `select`. */
  verb: string;
  /** null where none is named, e.g. for `begin`. */
  table: string | null;
}

const TABLE = String.raw`(?:only\s+)?(?:"?\w+"?\.)?"?([a-z_]\w*)"?`;
const TABLES: Readonly<Record<string, RegExp>> = {
  select: new RegExp(String.raw`\bfrom\s+${TABLE}`, "i"),
  insert: new RegExp(String.raw`^insert\s+into\s+${TABLE}`, "i"),
  update: new RegExp(String.raw`^update\s+${TABLE}`, "i"),
  delete: new RegExp(String.raw`^delete\s+from\s+${TABLE}`, "i"),
};

/** Names a statement by its verb and its first table: never by a value in it. */
export function nameStatement(text: string): NamedStatement {
  const main = dropWith(text.trimStart());
  const verb = /^[a-z]+/i.exec(main)?.[0].toLowerCase() ?? "statement";
  return { verb, table: TABLES[verb]?.exec(main)?.[1] ?? null };
}

/** What follows `with …`: the first main verb outside parentheses. */
function dropWith(text: string): string {
  if (!/^with\b/i.test(text)) return text;
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/[()]|'(?:[^']|'')*'|\b(?:select|insert|update|delete)\b/gi)) {
    if (token === "(") depth += 1;
    else if (token === ")") depth -= 1;
    else if (depth === 0 && !token.startsWith("'")) return text.slice(index);
  }
  return text;
}
