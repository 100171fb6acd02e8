import { RECORDING_FORMAT, type RecordedActor, type RecordedEvent, type Recording } from "./recording.ts";

/** Larger than any recording that the recorder writes. */
const MAX_FILE_CHARS = 50_000_000;
/** More actors, and more events, than the recorder holds. */
const MAX_ENTRIES = 10_000;
/** More states than any chart has, and more transitions than any event takes. */
const MAX_STATES = 200;
/** The mask cuts what is deeper; what draws a value calls itself at each level. */
const MAX_DEPTH = 50;

type Fields = Readonly<Record<string, unknown>>;
type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string" && value.length <= 500;
const isTextOrNull: Check = (value) => value === null || isText(value);
const isTime: Check = (value) => typeof value === "number" && Number.isFinite(value) && Math.abs(value) < 8.64e15;
const isTimeOrNull: Check = (value) => value === null || isTime(value);
const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const isShallow = (value: unknown, depth = 0): boolean =>
  typeof value !== "object" ||
  value === null ||
  (depth < MAX_DEPTH && Object.values(value).every((field) => isShallow(field, depth + 1)));
const isValue: Check = (value) => isShallow(value);
const isList =
  (isItem: Check, maxLength: number): Check =>
  (value) =>
    Array.isArray(value) && value.length <= maxLength && value.every(isItem);
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
  input: isValue,
} satisfies Record<keyof RecordedActor, Check>);

const isSnapshot = isObject({
  status: isText,
  states: isList(isText, MAX_STATES),
  context: isValue,
  output: isValue,
  error: isValue,
});

const isEvent = isObject({
  index: isCount,
  atMs: isTime,
  sourceId: isTextOrNull,
  targetId: isText,
  type: isText,
  event: isValue,
  transitions: isList(isObject({ source: isText, eventType: isText, index: isCount }), MAX_STATES),
  snapshot: (value) => value === null || isSnapshot(value),
} satisfies Record<keyof RecordedEvent, Check>);

const isRecording = isObject({
  format: (value) => value === RECORDING_FORMAT,
  actors: isList(isActor, MAX_ENTRIES),
  events: isList(isEvent, MAX_ENTRIES),
} satisfies Record<keyof Recording, Check>);

function isInOrder({ events }: Recording): boolean {
  return events.every(({ index }, place) => place === 0 || index > (events[place - 1]?.index ?? index));
}

/** The panel tells actors apart by their session ids. */
function hasEachActorOnce({ actors }: Recording): boolean {
  return new Set(actors.map(({ sessionId }) => sessionId)).size === actors.length;
}

/** Reads a recording's file, which anybody may have written. Null if it is none. */
export function parseRecording(text: string): Recording | null {
  if (text.length > MAX_FILE_CHARS) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecording(value)) return null;
    const recording = value as Recording;
    return isInOrder(recording) && hasEachActorOnce(recording) ? recording : null;
  } catch {
    return null;
  }
}
