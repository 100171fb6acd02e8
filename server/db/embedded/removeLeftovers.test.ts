import { spawnSync } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { removeLeftovers, SOCKET_FOLDER_PREFIX } from "./removeLeftovers.ts";

let parent: string;
let deadPid: number;

beforeEach(() => {
  parent = fs.mkdtempSync(path.join(os.tmpdir(), "hongbao-leftovers-"));
  deadPid = spawnSync(process.execPath, ["--version"]).pid;
});
afterEach(() => fs.rmSync(parent, { recursive: true }));

function makeFolder(name: string): string {
  const folder = path.join(parent, name);
  fs.mkdirSync(folder);
  return folder;
}

test("removes folders of ended processes, and leaves all others", async () => {
  makeFolder(`${SOCKET_FOLDER_PREFIX}${deadPid}-aaaaaa`);
  makeFolder(`${SOCKET_FOLDER_PREFIX}${process.pid}-bbbbbb`);
  makeFolder("somebody-elses");
  await removeLeftovers(parent);
  expect(fs.readdirSync(parent).toSorted()).toEqual([`${SOCKET_FOLDER_PREFIX}${process.pid}-bbbbbb`, "somebody-elses"]);
});

test("keeps a folder whose socket answers, whatever its process id", async () => {
  const folder = makeFolder(`${SOCKET_FOLDER_PREFIX}${deadPid}-cccccc`);
  const server = net.createServer().listen(path.join(folder, ".s.PGSQL.5432"));
  await new Promise((resolve) => server.once("listening", resolve));
  await removeLeftovers(parent);
  expect(fs.existsSync(folder)).toBe(true);
  await new Promise((resolve) => server.close(resolve));
});
