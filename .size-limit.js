import { readFileSync } from "node:fs";

/** What the browser loads before the app can start: the scripts that dist/index.html names. */
const scripts = [...readFileSync("dist/index.html", "utf8").matchAll(/"(\/assets\/[^"]+\.js)"/g)];

export default [
  { name: "JavaScript of the first load", path: scripts.map(([, file]) => `dist${file}`), gzip: true, limit: "132 kB" },
];
