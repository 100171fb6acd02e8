import addFormats from "ajv-formats";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { Schema } from "./readContract.ts";

/** Validates a value and fills in its schema's defaults. `errors` are those of the last value. */
export interface Validator {
  (value: unknown): boolean;
  errors?: ValidateFunction["errors"];
}

// Types are not coerced: `false` is not a string and "5" is not a number.
const ajv = addFormats(new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false, useDefaults: true }));

/** A validator for a body or a whole answer. */
export function compileValidator(schema: Schema): Validator {
  return ajv.compile(schema);
}

/** A validator for query or headers, which are text on the wire: declared integers are parsed first. */
export function compileTextValidator(schema: Schema): Validator {
  const validate = ajv.compile(schema);
  const properties = schema["properties"] as Readonly<Record<string, Schema>>;
  const integers = Object.keys(properties).filter((name) => properties[name]?.["type"] === "integer");
  const validateText: Validator = (value) => {
    const fields = value as Record<string, unknown>;
    for (const name of integers) {
      const text = fields[name];
      if (typeof text === "string" && /^(0|-?[1-9][0-9]{0,14})$/.test(text)) fields[name] = Number(text);
    }
    const isValid = validate(value);
    validateText.errors = validate.errors;
    return isValid;
  };
  return validateText;
}

/** Whether a value contains a text that cannot be stored: PostgreSQL has no U+0000, and a lone surrogate is invalid. */
export function hasUnstorableText(value: unknown): boolean {
  if (typeof value === "string") return value.includes("\u0000") || !value.isWellFormed();
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some(hasUnstorableText);
}
