import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { CannotSetUp, findExecutable, installPackages } from "./system.ts";

/** Languages that systems often lack fonts for, with name patterns of font files. */
const LANGUAGES = [
  { name: "Khmer", tag: "km", file: /khmer/iu },
  { name: "Vietnamese", tag: "vi", file: /noto ?sans-?(regular|\[)|dejavu|liberation/iu },
  { name: "simplified Chinese", tag: "zh-cn", file: /cjk|notosanssc|wqy|sourcehansans/iu },
  { name: "traditional Chinese", tag: "zh-tw", file: /cjk|notosanstc|wqy|sourcehansans/iu },
];
const FOLDERS = [
  "/usr/share/fonts",
  "/usr/local/share/fonts",
  path.join(os.homedir(), ".fonts"),
  path.join(os.homedir(), ".local/share/fonts"),
];

/** Makes sure that a browser can draw all seven languages; tests of text drawn as boxes prove nothing. */
export function provideFonts(): void {
  if (process.platform !== "linux" || listMissing().length === 0) return;
  installPackages(["fontconfig", "fonts-noto-core", "fonts-noto-cjk"]);
  const missing = listMissing();
  if (missing.length === 0) return;
  throw new CannotSetUp(
    `No font was found for ${missing.join(", ")}. Install the fonts (Debian: sudo apt-get install fontconfig fonts-noto-core fonts-noto-cjk), then run this again.`,
  );
}

function listMissing(): string[] {
  const fcList = findExecutable(["fc-list"]);
  if (fcList !== null) {
    const canDraw = (tag: string) =>
      spawnSync(fcList, [`:lang=${tag}`, "family"], { encoding: "utf8" }).stdout.trim() !== "";
    return LANGUAGES.filter(({ tag }) => !canDraw(tag)).map(({ name }) => name);
  }
  const files = FOLDERS.filter((folder) => existsSync(folder)).flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }),
  );
  return LANGUAGES.filter(({ file }) => !files.some((name) => file.test(path.basename(name)))).map(({ name }) => name);
}
