import fc from "#tests/support/fastCheck.ts";
import type { Schema } from "#server/http/readContract.ts";

/** Values that make requests meaningful, by the name of the field: ids that exist, passphrases that open. */
export type KnownValues = Readonly<Record<string, () => readonly unknown[]>>;

interface ObjectSchema {
  properties: Record<string, Schema>;
  required?: string[];
}

function stringArbitrary(schema: Schema): fc.Arbitrary<unknown> {
  const {
    minLength = 0,
    maxLength = 300,
    pattern,
  } = schema as { minLength?: number; maxLength?: number; pattern?: string };
  // JSON Schema counts characters, not UTF-16 units.
  const fits = (text: string) => {
    const length = Array.from(text).length;
    return length >= minLength && length <= maxLength;
  };
  if (typeof pattern === "string") return fc.stringMatching(new RegExp(pattern)).filter(fits);
  const size = { minLength, maxLength: Math.min(maxLength, 60) };
  return fc.oneof(fc.string({ ...size, unit: "grapheme" }), fc.string({ ...size, unit: "binary" })).filter(fits);
}

/** Values that the schema allows. `name` is the field's, for the known values. */
export function makeArbitrary(schema: Schema, known: KnownValues, name = ""): fc.Arbitrary<unknown> {
  const plain = makePlainArbitrary(schema, known);
  const list = known[name];
  if (list === undefined) return plain;
  // The list is read when a value is drawn, for it grows while the test runs.
  const existing = fc.nat(9999).map((index) => list()[index % Math.max(1, list().length)]);
  return fc.oneof({ weight: 3, arbitrary: existing }, { weight: 1, arbitrary: plain });
}

function makePlainArbitrary(schema: Schema, known: KnownValues): fc.Arbitrary<unknown> {
  const { type, enum: values, anyOf } = schema;
  if (Array.isArray(anyOf)) return fc.oneof(...(anyOf as Schema[]).map((sub) => makePlainArbitrary(sub, known)));
  if (Array.isArray(values)) return fc.constantFrom(...(values as unknown[]));
  switch (type) {
    case "string":
      return stringArbitrary(schema);
    case "integer": {
      const { minimum = 0, maximum = 2 ** 31 } = schema as { minimum?: number; maximum?: number };
      return fc.integer({ min: minimum, max: Math.min(maximum, 2 ** 31 - 1) });
    }
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "array": {
      const { items, maxItems = 5 } = schema as { items: Schema; maxItems?: number };
      return fc.uniqueArray(makeArbitrary(items, known), { maxLength: Math.min(maxItems, 3) });
    }
    case "object": {
      const { properties, required = [] } = schema as unknown as ObjectSchema;
      const fields = Object.entries(properties).map(
        ([field, sub]) => [field, makeArbitrary(sub, known, field)] as const,
      );
      return fc.record(Object.fromEntries(fields), { requiredKeys: required });
    }
    default:
      throw new Error(`no values for a schema of type ${String(type)}`);
  }
}
