import fs from "node:fs";

/** Preloaded into a process: keeps the number of its real fsync calls in the file that FSYNC_COUNT_FILE names. */
const file = process.env["FSYNC_COUNT_FILE"];
const syncForReal = fs.fsyncSync.bind(fs);
let count = 0;

fs.fsyncSync = (descriptor) => {
  syncForReal(descriptor);
  count += 1;
  if (file !== undefined) fs.writeFileSync(file, String(count));
};
