import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Schema } from "./readContract.ts";

const COMMON = { allErrors: false, strict: true, strictRequired: false, allowUnionTypes: true } as const;

// A body means what it says: `false` is no text and "5" no number.
const bodyAjv = addFormats(new Ajv2020({ ...COMMON, coerceTypes: false }));
// Query and headers are all text on the wire.
const textAjv = addFormats(new Ajv2020({ ...COMMON, coerceTypes: true, useDefaults: true }));

/** A validator for one part of a request or for a whole answer. */
export function compileValidator(schema: Schema, part: "body" | "query" | "headers" | "answer"): ValidateFunction {
  return (part === "body" || part === "answer" ? bodyAjv : textAjv).compile(schema);
}
