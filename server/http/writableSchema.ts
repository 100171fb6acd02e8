import type { Schema } from "./readContract.ts";

/**
 * A schema as the writer of answers wants it: `nullable` instead of a choice between null and something else. To choose,
 * it would validate the value before it writes it, which takes three times as long as all else.
 */
export function toWritableSchema(schema: Schema): Schema {
  return rewrite(schema) as Schema;
}

function rewrite(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(rewrite);
  if (typeof node !== "object" || node === null) return node;
  const { oneOf, ...rest } = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, rewrite(value)]));
  const other = findOther(oneOf);
  if (other !== null) return { ...rest, ...other, nullable: true };
  return oneOf === undefined ? rest : { ...rest, oneOf };
}

/** What stands beside null, where that is all and of one type. */
function findOther(choices: unknown): Schema | null {
  if (!Array.isArray(choices) || choices.length !== 2) return null;
  const others = (choices as Schema[]).filter(({ type }) => type !== "null");
  const [other] = others;
  return others.length === 1 && typeof other?.["type"] === "string" ? other : null;
}
