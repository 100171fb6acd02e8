import fs from "node:fs";

/**
 * Preloaded into a process: shifts its clock by the milliseconds in the file CLOCK_SHIFT_FILE. The file is read
 * repeatedly, so the clock can jump. The server says in a file beside it, `.shifted`, by how much its clock is shifted.
 */
const file = process.env["CLOCK_SHIFT_FILE"];
const READ_EVERY_MS = 20;
const RealDate = globalThis.Date;
/** The database that a server starts is shifted too. */
const isServer = process.argv[1]?.endsWith("server/main.ts") === true;
let shiftMs: number | null = null;

function readShift(): void {
  if (file === undefined) return;
  const readMs = Number(fs.readFileSync(file, "utf8"));
  if (readMs === shiftMs) return;
  shiftMs = readMs;
  if (isServer) fs.writeFileSync(`${file}.shifted`, String(shiftMs));
}

const readNow = () => RealDate.now() + (shiftMs ?? 0);
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args: unknown[], newTarget) =>
    Reflect.construct(target, args.length === 0 ? [readNow()] : args, newTarget) as Date,
  apply: () => new RealDate(readNow()).toString(),
  get: (target, name, receiver) => (name === "now" ? readNow : (Reflect.get(target, name, receiver) as unknown)),
});
readShift();
setInterval(readShift, READ_EVERY_MS).unref();
