/** Takes a value of a known shape from what somebody else wrote, or throws `Unreadable` with the place of what is wrong. */
export type Read<T> = (value: unknown, place: string) => T;

/** The value has another shape; `message` says where. */
export class Unreadable extends Error {
  constructor(message: string) {
    super(message);
    this.name = "Unreadable";
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The named fields, and no others. */
export function readRecord<T extends object>(fields: { readonly [Key in keyof T]: Read<T[Key]> }): Read<T> {
  const names = Object.keys(fields) as (keyof T & string)[];
  return (value, place) => {
    if (!isRecord(value)) throw new Unreadable(`${place} is no object`);
    return Object.fromEntries(names.map((name) => [name, fields[name](value[name], `${place}.${name}`)])) as T;
  };
}

export function readList<T>(read: Read<T>, most: number): Read<T[]> {
  return (value, place) => {
    if (!Array.isArray(value) || value.length > most) throw new Unreadable(`${place} is no list of ${most} at most`);
    return value.map((item: unknown, index) => read(item, `${place}[${index}]`));
  };
}

export function readNullable<T>(read: Read<T>): Read<T | null> {
  return (value, place) => (value === null ? null : read(value, place));
}

export function readChoice<T extends string>(choices: readonly T[]): Read<T> {
  return (value, place) => {
    const choice = choices.find((known) => known === value);
    if (choice === undefined) throw new Unreadable(`${place} is none of ${choices.join(", ")}`);
    return choice;
  };
}

export function readText(pattern: RegExp): Read<string> {
  return (value, place) => {
    if (typeof value !== "string" || !pattern.test(value)) throw new Unreadable(`${place} has another form`);
    return value;
  };
}

export const readHex = (bytes: number): Read<string> => readText(new RegExp(`^[0-9a-f]{${2 * bytes}}$`));

/** A time as `Date` writes it: another spelling of it would have another signature. */
export const readTime: Read<string> = (value, place) => {
  const text = readText(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)(value, place);
  if (Number.isNaN(Date.parse(text))) throw new Unreadable(`${place} is no time`);
  return text;
};

export const readBoolean: Read<boolean> = (value, place) => {
  if (typeof value !== "boolean") throw new Unreadable(`${place} is neither true nor false`);
  return value;
};

/** A whole number from 1. */
export const readCount: Read<number> = (value, place) => {
  if (!Number.isSafeInteger(value) || Number(value) < 1) throw new Unreadable(`${place} is no whole number from 1`);
  return Number(value);
};
