import { rename, writeFile } from "node:fs/promises";

/** Sets the clock of a process that preloads `shiftClock.ts` off by so much; nobody reads half of it. */
export async function writeClockShift(file: string, shiftMs: number): Promise<void> {
  await writeFile(`${file}.next`, String(shiftMs));
  await rename(`${file}.next`, file);
}
