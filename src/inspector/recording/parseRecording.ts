import { RECORDING_FORMAT, type RecordedActor, type RecordedEvent, type Recording } from "./recording.ts";

/** Larger than any recording that the recorder writes. */
const MAX_FILE_CHARS = 50_000_000;

type Fields = Readonly<Record<string, unknown>>;
type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string" && value.length <= 500;
const isTextOrNull: Check = (value) => value === null || isText(value);
const isTime: Check = (value) => typeof value === "number" && Number.isFinite(value) && Math.abs(value) < 8.64e15;
const isTimeOrNull: Check = (value) => value === null || isTime(value);
const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const isAnything: Check = () => true;
const isList =
  (isItem: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(isItem);
const isObject =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value) =>
    typeof value === "object" &&
    value !== null &&
    Object.entries(fields).every(([name, check]) => check((value as Fields)[name]));

const isActor = isObject({
  sessionId: isText,
  name: isText,
  chart: isTextOrNull,
  parentId: isTextOrNull,
  startedAtMs: isTime,
  endedAtMs: isTimeOrNull,
  input: isAnything,
} satisfies Record<keyof RecordedActor, Check>);

const isSnapshot = isObject({
  status: isText,
  states: isList(isText),
  context: isAnything,
  output: isAnything,
  error: isAnything,
});

const isEvent = isObject({
  index: isCount,
  atMs: isTime,
  sourceId: isTextOrNull,
  targetId: isText,
  type: isText,
  event: isAnything,
  transitions: isList(isObject({ source: isText, eventType: isText, index: isCount })),
  snapshot: (value) => value === null || isSnapshot(value),
} satisfies Record<keyof RecordedEvent, Check>);

const isRecording = isObject({
  format: (value) => value === RECORDING_FORMAT,
  actors: isList(isActor),
  events: isList(isEvent),
} satisfies Record<keyof Recording, Check>);

function isInOrder({ events }: Recording): boolean {
  return events.every(({ index }, place) => place === 0 || index > (events[place - 1]?.index ?? index));
}

/** Reads a recording's file, which anybody may have written. Null if it is none. */
export function parseRecording(text: string): Recording | null {
  if (text.length > MAX_FILE_CHARS) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isRecording(value) && isInOrder(value as Recording) ? (value as Recording) : null;
  } catch {
    return null;
  }
}
