import fs from "node:fs";

/**
 * Preloaded into a process: shifts its clock by the milliseconds in the file CLOCK_SHIFT_FILE. The file is read
 * repeatedly, so the clock can jump.
 */
const file = process.env["CLOCK_SHIFT_FILE"];
const READ_EVERY_MS = 20;
const RealDate = globalThis.Date;
let shiftMs = 0;

function readShift(): void {
  if (file !== undefined) shiftMs = Number(fs.readFileSync(file, "utf8"));
}

const readNow = () => RealDate.now() + shiftMs;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args: unknown[], newTarget) =>
    Reflect.construct(target, args.length === 0 ? [readNow()] : args, newTarget) as Date,
  apply: () => new RealDate(readNow()).toString(),
  get: (target, name, receiver) => (name === "now" ? readNow : (Reflect.get(target, name, receiver) as unknown)),
});
readShift();
setInterval(readShift, READ_EVERY_MS).unref();
